/** Words that tell a model to make a thing, or say that it was made. */
import { anyOf } from '../text/any-of.ts';

const WRITES = ['creates?', 'writes?', 'writing', 'generates?', 'drafts?', 'draw', 'draws', 'produces?', 'compiles?'];
const CHANGES = [
  'prepares?',
  'makes?',
  'designs?',
  'develops?',
  'updates?',
  'updating',
  'maintains?',
  'saves?',
  'stores?',
];
const GIVES = [
  'delivers?',
  'publish(?:es)?',
  'submits?',
  'sends?',
  'returns?',
  'adds?',
  'edits?',
  'extends?',
  'replaces?',
];
const CREATING = ['creating', 'generating', 'drafting', 'producing', 'preparing', 'building', 'builds?', 'adding'];
/** A verb of making right before words. */
export const MAKES = new RegExp(
  `\\b${anyOf([...WRITES, ...CHANGES, ...GIVES, ...CREATING])}(?:[ \\t]+(?:up|out|down))?[ \\t]+[*_"“]*$`,
  'i',
);
const GERMAN_AND_FRENCH = [
  'erstell\\p{L}*',
  'schreib\\p{L}*',
  'erzeug\\p{L}*',
  'écri\\p{L}+',
  'cré\\p{L}+',
  'rédige\\p{L}*',
];
const OTHER_ROMANCE = [
  'escrib\\p{L}+',
  'cre[ae]\\p{L}*',
  'redact\\p{L}+',
  'cri[ae]\\p{L}*',
  'escrev\\p{L}+',
  'scriv\\p{L}+',
  'gener\\p{L}+',
];
const CHINESE = ['创建', '编写', '撰写', '生成', '新建', '起草', '写', '保存'];
/** The same in other languages. */
export const MAKES_ELSEWHERE = new RegExp(
  `${anyOf([...GERMAN_AND_FRENCH, ...OTHER_ROMANCE, ...CHINESE])}[ \\t]*$`,
  'iu',
);
/** A verb of making after words, in other languages. */
export const MADE_ELSEWHERE =
  /^(?:を|을|를)?[ \t]*(?:作成|作る|作り|書|生成|保存|작성|생성|만들|저장|erstellen|schreiben|erzeugen)/i;
const YOURS = '(?:(?:that|which)[ \\t]+)?(?:you|they|we)(?:[ \\t]+(?:just|have|will|already))?';
const MADE = anyOf(['wrote', 'written', 'write', 'creat\\w+', 'made', 'generat\\w+', 'produc\\w+', 'draft\\w+']);

/** A clause after words that calls them a result, or says that they were made before. */
export const IS_MADE = new RegExp(
  `^[*_"”]*[ \\t]+${anyOf([
    '(?:is|are)[ \\t]+(?:(?:the|an?)[ \\t]+)?(?:result|output|outcome|deliverable)',
    `${YOURS}[ \\t]+${MADE}`,
  ])}\\b`,
  'i',
);
