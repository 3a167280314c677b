/**
 * Wording that excuses a path in languages other than English: it is written, an example, the user's own, or optional.
 */
import type { PathContext } from './path-context.ts';

const OPENING = '[\\s*_"\'(«„“「]*`?$';
const CLOSING = '^[`*_)"\'»“」]*';
/** Verbs for saving, writing, creating and exporting in German, French, Spanish, Portuguese, Italian and Russian. */
const VERB = [
  'speicher(?:e|n|t)?|schreib(?:e|en|t)|leg(?:e|en|t)|erstell(?:e|en|t)|erzeug(?:e|en|t)|exportier(?:e|en|t)|generier(?:e|en|t)',
  'enregistre[rz]?|sauvegarde[rz]?|écri(?:vez|re|s)|cré(?:ez|er|e)|génér(?:ez|er)|exporte[rz]|déposez',
  'guard(?:a|e|ar)|escrib(?:e|a|ir)|cre(?:a|ar)|gener(?:a|ar)|export(?:a|ar)|almacen(?:a|e|ar)',
  'salv(?:a|e|ar|are)|escrev(?:a|er)|cri(?:e|a|ar)|ger(?:e|a|ar)|scriv(?:i|ere)|genera(?:re)?|esporta(?:re)?',
  'сохрани(?:те|ть)?|запиш(?:и|ите)|записать|созда(?:й|йте|ть)',
].join('|');
const TO = 'in|im|ins|unter|nach|als|dans|sous|en|sur|em|no|na|como|su|come|nel|nella|в|во|как|под';
/** A verb at most two words before the path, or further away with a preposition of place. */
const WRITTEN = new RegExp(
  `(?<!\\p{L})(?:${VERB})(?!\\p{L})(?:(?:\\s+[\\p{L}\\d-]+){0,2}${OPENING}|[^.!?:;,\`]{1,60}\\s(?:${TO})(?:\\s+\\p{L}{1,3})?${OPENING})`,
  'iu',
);
/** A verb after the path, or before it in Chinese. Japanese is in `output-context.ts`. */
const WRITTEN_AFTER = new RegExp(
  // eslint-disable-next-line regexp/no-super-linear-backtracking -- reads at most 400 units
  `${CLOSING}\\s*(?:(?:\\p{L}+\\s+)?(?:speichern|schreiben|ablegen|anlegen|erstellen|erzeugen|exportieren)(?!\\p{L})|(?:파일)?(?:에|로|을|를)?\\s*(?:저장|작성|생성|기록))`,
  'iu',
);
const WRITTEN_CHINESE =
  /(?:保存|写入|写到|创建|新建|生成|输出|导出|複製|复制)(?:到|为|至|在|成|了|一个|文件)*\s*[`「“"'*_]*$/;
const EXAMPLE =
  /(?:(?<!\p{L})(?:z\.\s?B\.|zum Beispiel|beispielsweise|par exemple|p\.\s?ex\.|por ejemplo|por exemplo|ad esempio|per esempio|например|(?:Beispiele?|exemples?|ejemplos?|exemplos?|esempio|пример)\s*:)|例えば|たとえば|例如|比如|例[:：]|예를 들어|예[:：])(?:[^.!?。！？]|[.!?](?=\w))*$/iu;
const USERS_AFTER = new RegExp(
  `${CLOSING}\\s+(?:${[
    '(?:im|des|deines|ihres)\\s+(?:\\p{L}+\\s+)?(?:Projekt|Repositor|Benutzer|Nutzer|Anwender)',
    "(?:du|dans (?:le|votre|son)|de votre|de l['’])\\s*(?:projet|dépôt|utilisateur)",
    '(?:del|de tu|de su|en (?:el|tu|su))\\s+(?:proyecto|repositorio|usuario)',
    '(?:do|no|do seu|no seu)\\s+(?:projeto|repositório|usuário)',
    "(?:del|nel|del tuo|dell['’])\\s*(?:progetto|repository|utente)",
    '(?:пользователя|проекта|в проекте)',
  ].join('|')})`,
  'iu',
);
const USERS_BEFORE =
  /(?:ユーザー?|プロジェクト|リポジトリ|用户|项目|仓库|您|사용자|프로젝트)(?:の|的|中的|里的|의)\s*[`「“"'*_]*$/;
const IF_PRESENT = new RegExp(
  `${CLOSING},?\\s*(?:(?:falls|wenn|sofern)\\s+(?:es\\s+|sie\\s+)?(?:vorhanden|existiert)|s['’]il existe|si existe|se (?:existir|esiste)|если (?:есть|существует)|が(?:あれば|存在する場合)|如果存在|(?:이|가)\\s*있으면)`,
  'iu',
);

/** The text before and after a path on its line. */
type Words = Pick<PathContext, 'before' | 'after'>;

export const isExampleInOtherLanguage = ({ before }: Words): boolean =>
  EXAMPLE.test(before.slice(before.lastIndexOf('|') + 1));

export const isOptionalInOtherLanguage = ({ after }: Words): boolean => IF_PRESENT.test(after);

export const isWrittenInOtherLanguage = ({ before, after }: Words): boolean =>
  WRITTEN.test(before) || WRITTEN_CHINESE.test(before) || WRITTEN_AFTER.test(after);

export const isUsersInOtherLanguage = ({ before, after }: Words): boolean =>
  USERS_AFTER.test(after) || USERS_BEFORE.test(before);
