import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { Prompt } from './prompt.ts';

const said = (text: string): LanguageModelV4Message => ({ role: 'user', content: [{ type: 'text', text }] });
const system = (content: string): LanguageModelV4Message => ({ role: 'system', content });

describe('what models are sent', () => {
  test('the system message, the conversation as it is now, and what is for one request only', () => {
    const conversation = [said('a')];
    const prompt = new Prompt(conversation);
    expect(prompt.of('S')).toEqual([system('S'), said('a')]);
    conversation.push(said('b'));
    expect(prompt.of('S', [said('once')])).toEqual([system('S'), said('a'), said('b'), said('once')]);
    expect(prompt.of('S')).toEqual([system('S'), said('a'), said('b')]);
    expect(prompt.of('')).toEqual([said('a'), said('b')]);
    expect(prompt.of('T')).toEqual([system('T'), said('a'), said('b')]);
  });

  test('long conversations are not copied for each request', () => {
    const prompt = new Prompt([said('a')]);
    expect(prompt.of('S')).toBe(prompt.of('S'));
  });
});
