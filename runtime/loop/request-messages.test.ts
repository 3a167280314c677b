import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { RequestMessages } from './request-messages.ts';

const said = (text: string): LanguageModelV4Message => ({ role: 'user', content: [{ type: 'text', text }] });
const system = (content: string): LanguageModelV4Message => ({ role: 'system', content });

describe('RequestMessages', () => {
  test('builds the system message, the conversation so far, and the messages for one request only', () => {
    const conversation = [said('a')];
    const prompt = new RequestMessages(conversation);
    expect(prompt.build('S')).toEqual([system('S'), said('a')]);
    conversation.push(said('b'));
    expect(prompt.build('S', [said('once')])).toEqual([system('S'), said('a'), said('b'), said('once')]);
    expect(prompt.build('S')).toEqual([system('S'), said('a'), said('b')]);
    expect(prompt.build('')).toEqual([said('a'), said('b')]);
    expect(prompt.build('T')).toEqual([system('T'), said('a'), said('b')]);
  });

  test('does not copy the conversation for each request', () => {
    const prompt = new RequestMessages([said('a')]);
    expect(prompt.build('S')).toBe(prompt.build('S'));
  });
});
