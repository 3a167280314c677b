import GithubSlugger from 'github-slugger';
import { describe, expect, it } from 'vitest';
import { slugger, slugNumberer, slugOf } from './slugs.ts';

describe('slugOf', () => {
  it.each([
    ['lowercases and replaces blanks', 'First Steps', 'first-steps'],
    ['drops punctuation', "What's new?", 'whats-new'],
    ['keeps underscores and letters of other scripts', 'Überblick SS_total 概要', 'überblick-ss_total-概要'],
    ['drops superscripts and circled numbers', 'R² and ① first', 'r-and--first'],
  ])('%s', (_title, heading, slug) => expect(slugOf(heading)).toBe(slug));
});

describe('slugger', () => {
  it('numbers repeated headings and skips numbers that another heading has', () => {
    const slug = slugger();
    expect(['A', 'A-1', 'A', 'a'].map(slug)).toEqual(['a', 'a-1', 'a-2', 'a-3']);
  });
});

describe('slugNumberer', () => {
  it('numbers as github-slugger does', () => {
    const headings = [
      'a',
      'a-1',
      'a',
      'a',
      'a-1-1',
      'a-1',
      'b-2',
      'b',
      'b',
      'b',
      'b-2',
      '',
      '',
      '-1',
      'a-3',
      'constructor',
    ];
    const [ours, theirs] = [slugNumberer(), new GithubSlugger()];
    expect(headings.map(ours)).toEqual(headings.map((heading) => theirs.slug(heading)));
  });
});
