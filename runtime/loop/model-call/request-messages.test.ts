import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { RequestMessages } from './request-messages.ts';

const userMessage = (text: string): LanguageModelV4Message => ({ role: 'user', content: [{ type: 'text', text }] });
const system = (content: string): LanguageModelV4Message => ({ role: 'system', content });

describe('RequestMessages', () => {
  test('builds the system message, the conversation so far, and the messages for one request only', () => {
    const conversation = [userMessage('a')];
    const prompt = new RequestMessages({ messages: conversation });
    expect(prompt.build('S')).toEqual([system('S'), userMessage('a')]);
    conversation.push(userMessage('b'));
    expect(prompt.build('S', [userMessage('once')])).toEqual([
      system('S'),
      userMessage('a'),
      userMessage('b'),
      userMessage('once'),
    ]);
    expect(prompt.build('S')).toEqual([system('S'), userMessage('a'), userMessage('b')]);
    expect(prompt.build('')).toEqual([userMessage('a'), userMessage('b')]);
    expect(prompt.build('T')).toEqual([system('T'), userMessage('a'), userMessage('b')]);
  });

  test('does not copy the conversation for each request', () => {
    const prompt = new RequestMessages({ messages: [userMessage('a')] });
    expect(prompt.build('S')).toBe(prompt.build('S'));
  });
});
