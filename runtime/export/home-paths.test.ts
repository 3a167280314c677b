import { expect, it } from 'vitest';
import { homeHider } from './home-paths.ts';

it.each([
  ['/home/ada/tea/SKILL.md', '~/tea/SKILL.md'],
  ['cat /Users/ada.b/x && ls "/Users/ada.b"', 'cat ~/x && ls "~"'],
  [String.raw`C:\Users\Ada\tea and C:/Users/Ada/tea`, String.raw`~\tea and ~/tea`],
  ['file:///home/ada/tea', 'file://~/tea'],
  ['/srv/people/ada/tea, /srv/people/ada2/tea', '~/tea, /srv/people/ada2/tea'],
  ['/var/home/ada/x, https://h.example/home/page', '/var/home/ada/x, https://h.example/home/page'],
  ['/usr/share/x', '/usr/share/x'],
])('%s', (text, hidden) => {
  const hide = homeHider('/srv/people/ada');
  expect(hide(text)).toBe(hidden);
  expect(hide({ [text]: [text, 1, null] })).toEqual({ [hidden]: [hidden, 1, null] });
});

it.each(['/', '/root', ''])('leaves other paths if the home folder is %s', (home) => {
  expect(homeHider(home)('/rooted/x /etc/y')).toBe('/rooted/x /etc/y');
});
