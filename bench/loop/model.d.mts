import type { JSONSchema7, LanguageModelV4 } from '@ai-sdk/provider';

export declare function instantModel(steps: number): LanguageModelV4;
export declare const SCHEMA: JSONSchema7;
export declare const answer: (n: unknown) => string;
