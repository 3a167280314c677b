/**
 * Wording that excuses a path in languages other than English: it is written, an example, the user's own, or optional.
 */
import { anyOf } from '../text/any-of.ts';
import type { PathContext } from './path-context.ts';

const OPENING = '[\\s*_"\'(«„“「]*`?$';
const CLOSING = '^[`*_)"\'»“」]*';
/** Verbs for saving, writing, creating and exporting in German, French, Spanish, Portuguese, Italian and Russian. */
const GERMAN = ['speicher(?:e|n|t)?', 'schreib(?:e|en|t)', 'leg(?:e|en|t)', 'erstell(?:e|en|t)', 'erzeug(?:e|en|t)'];
const MORE_GERMAN = ['exportier(?:e|en|t)', 'generier(?:e|en|t)'];
const FRENCH = ['enregistre[rz]?', 'sauvegarde[rz]?', 'écri(?:vez|re|s)', 'cré(?:ez|er|e)', 'génér(?:ez|er)'];
const MORE_FRENCH = ['exporte[rz]', 'déposez'];
const SPANISH = ['guard(?:a|e|ar)', 'escrib(?:e|a|ir)', 'cre(?:a|ar)', 'gener(?:a|ar)', 'export(?:a|ar)'];
const MORE_SPANISH = ['almacen(?:a|e|ar)'];
const PORTUGUESE_AND_ITALIAN = ['salv(?:a|e|ar|are)', 'escrev(?:a|er)', 'cri(?:e|a|ar)', 'ger(?:e|a|ar)'];
const ITALIAN = ['scriv(?:i|ere)', 'genera(?:re)?', 'esporta(?:re)?'];
const RUSSIAN = ['сохрани(?:те|ть)?', 'запиш(?:и|ите)', 'записать', 'созда(?:й|йте|ть)'];
const VERBS = [
  ...GERMAN,
  ...MORE_GERMAN,
  ...FRENCH,
  ...MORE_FRENCH,
  ...SPANISH,
  ...MORE_SPANISH,
  ...PORTUGUESE_AND_ITALIAN,
  ...ITALIAN,
  ...RUSSIAN,
];
const TO_GERMAN_OR_FRENCH = ['in', 'im', 'ins', 'unter', 'nach', 'als', 'dans', 'sous', 'en', 'sur'];
const TO_OTHERS = ['em', 'no', 'na', 'como', 'su', 'come', 'nel', 'nella', 'в', 'во', 'как', 'под'];
const TO = anyOf([...TO_GERMAN_OR_FRENCH, ...TO_OTHERS]);
/** A verb at most two words before the path, or further away with a preposition of place. */
const WRITTEN = new RegExp(
  `(?<!\\p{L})${anyOf(VERBS)}(?!\\p{L})${anyOf([
    `(?:\\s+[\\p{L}\\d-]+){0,2}${OPENING}`,
    `[^.!?:;,\`]{1,60}\\s${TO}(?:\\s+\\p{L}{1,3})?${OPENING}`,
  ])}`,
  'iu',
);
const INFINITIVES = ['speichern', 'schreiben', 'ablegen', 'anlegen', 'erstellen', 'erzeugen', 'exportieren'];
const KOREAN = '(?:파일)?(?:에|로|을|를)?\\s*(?:저장|작성|생성|기록)';
/** A verb after the path, or before it in Chinese. Japanese is in `output-context.ts`. */
const WRITTEN_AFTER = new RegExp(
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 400 units
  `${CLOSING}\\s*${anyOf([`(?:\\p{L}+\\s+)?${anyOf(INFINITIVES)}(?!\\p{L})`, KOREAN])}`,
  'iu',
);
const WRITTEN_CHINESE =
  /(?:保存|写入|写到|创建|新建|生成|输出|导出|複製|复制)(?:到|为|至|在|成|了|一个|文件)*\s*[`「“"'*_]*$/;
const FOR_EXAMPLE = ['z\\.\\s?B\\.', 'zum Beispiel', 'beispielsweise', 'par exemple', 'p\\.\\s?ex\\.', 'por ejemplo'];
const MORE_FOR_EXAMPLE = ['por exemplo', 'ad esempio', 'per esempio', 'например'];
const EXAMPLES = ['Beispiele?', 'exemples?', 'ejemplos?', 'exemplos?', 'esempio', 'пример'];
const ASIAN_EXAMPLES = ['例えば', 'たとえば', '例如', '比如', '例[:：]', '예를 들어', '예[:：]'];
const EXAMPLE = new RegExp(
  `${anyOf([
    `(?<!\\p{L})${anyOf([...FOR_EXAMPLE, ...MORE_FOR_EXAMPLE, `${anyOf(EXAMPLES)}\\s*:`])}`,
    ...ASIAN_EXAMPLES,
  ])}(?:[^.!?。！？]|[.!?](?=\\w))*$`,
  'iu',
);
const OF_PROJECT = [
  '(?:im|des|deines|ihres)\\s+(?:\\p{L}+\\s+)?(?:Projekt|Repositor|Benutzer|Nutzer|Anwender)',
  "(?:du|dans (?:le|votre|son)|de votre|de l['’])\\s*(?:projet|dépôt|utilisateur)",
  '(?:del|de tu|de su|en (?:el|tu|su))\\s+(?:proyecto|repositorio|usuario)',
  '(?:do|no|do seu|no seu)\\s+(?:projeto|repositório|usuário)',
  "(?:del|nel|del tuo|dell['’])\\s*(?:progetto|repository|utente)",
  '(?:пользователя|проекта|в проекте)',
];
const USERS_AFTER = new RegExp(`${CLOSING}\\s+${anyOf(OF_PROJECT)}`, 'iu');
const USERS_BEFORE =
  /(?:ユーザー?|プロジェクト|リポジトリ|用户|项目|仓库|您|사용자|프로젝트)(?:の|的|中的|里的|의)\s*[`「“"'*_]*$/;
const PRESENT = [
  '(?:falls|wenn|sofern)\\s+(?:es\\s+|sie\\s+)?(?:vorhanden|existiert)',
  "s['’]il existe",
  'si existe',
  'se (?:existir|esiste)',
  'если (?:есть|существует)',
  'が(?:あれば|存在する場合)',
  '如果存在',
  '(?:이|가)\\s*있으면',
];
const IF_PRESENT = new RegExp(`${CLOSING},?\\s*${anyOf(PRESENT)}`, 'iu');

/** The text before and after a path on its line. */
type Words = Pick<PathContext, 'before' | 'after'>;

export const isExampleInOtherLanguage = ({ before }: Words): boolean =>
  EXAMPLE.test(before.slice(before.lastIndexOf('|') + 1));

export const isOptionalInOtherLanguage = ({ after }: Words): boolean => IF_PRESENT.test(after);

export const isWrittenInOtherLanguage = ({ before, after }: Words): boolean =>
  WRITTEN.test(before) || WRITTEN_CHINESE.test(before) || WRITTEN_AFTER.test(after);

export const isUsersInOtherLanguage = ({ before, after }: Words): boolean =>
  USERS_AFTER.test(after) || USERS_BEFORE.test(before);
