import { expect, it } from 'vitest';
import { pathPlaceAt } from './place.ts';

const HEAD = '---\nname: notes\n---\n';

/** Returns the place at `|` of a body. */
function at(body: string, head = HEAD): string {
  const text = head + body;
  const offset = text.indexOf('|');
  return pathPlaceAt(text.slice(0, offset) + text.slice(offset + 1), offset, head.length);
}

it('distinguishes prose, code, fences and the frontmatter', () => {
  expect(at('Read |first.')).toBe('prose');
  expect(at('- Read |')).toBe('prose');
  expect(at('', '---\nname: |notes\n---\n')).toBe('frontmatter');
  expect(at('Read `|` first.')).toBe('code');
  expect(at('Run `python |` and `sh`.')).toBe('code');
  expect(at('Run `python` | and `sh`.')).toBe('prose');
  expect(at('Half a `span |')).toBe('prose');
  expect(at('A ``long ` span |`` here')).toBe('code');
  expect(at('Some `code\nover | lines` here')).toBe('code');
  expect(at('A stray ` sign.\n\nThe next | paragraph` has one.')).toBe('prose');
  expect(at('```sh\npython |\n```\n')).toBe('fence');
  expect(at('```sh\npython\n```\n|\n')).toBe('prose');
  expect(at('~~~\n```\n|\n~~~\n')).toBe('fence');
  expect(at('- item\n  ```sh\n  |\n  ```\n')).toBe('fence');
  expect(at('```sh\r\npython |\r\n```\r\n')).toBe('fence');
});

it('recognizes text and destinations of links', () => {
  expect(at('See [the guide](|).')).toBe('destination');
  expect(at('See [the guide](ref|.md) now.')).toBe('destination');
  expect(at('See [the guide](a(1)|.md) now.')).toBe('destination');
  expect(at('See [the guide](<a b|.md>) now.')).toBe('destination');
  expect(at('See [the guide](a.md)| now.')).toBe('prose');
  expect(at('See ![a chart](|)')).toBe('destination');
  expect(at('[guide]: |')).toBe('destination');
  expect(at('See [the |guide](a.md).')).toBe('link-text');
  expect(at('- [ ] a task |')).toBe('prose');
  expect(at('An [aside|] in brackets.')).toBe('prose');
});
