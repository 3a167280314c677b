/** Kinds of secrets with a shape of their own, or in places of their own. Pure. */
import { isPlaceholder, isRandom } from './values.ts';

/** A kind of secrets. */
export interface SecretKind {
  readonly id: string;
  readonly is: string;
  /** Patterns of which one is in every text with such a secret, to exclude texts quickly. Each begins with a literal. */
  readonly hints: readonly string[];
  /** Numbers of characters before and after a hint in which the secret is; 300 and 4400 by default. */
  readonly reach?: readonly [before: number, after: number];
  /** Its first group is retained, to show what was there. Repetitions are limited: texts can be long and hostile. */
  readonly shape: RegExp;
  /** Returns false if what matches is no secret. */
  readonly accepts?: (secret: string, kept: string) => boolean;
  /** The command, in the same line, to which the option belongs. */
  readonly command?: RegExp;
  /** The parts of the match that are secret, if not all of it is. The first group is retained here, too. */
  readonly parts?: RegExp;
  /** Texts with a secret of this kind, and without it. A `VALUE` stands for random text of any alphabet. */
  readonly examples: readonly (readonly [text: string, redacted: string])[];
  /** Texts that stay. */
  readonly stays: readonly string[];
}

const isNoPlaceholder = (secret: string): boolean => !isPlaceholder(secret);
const isRandomText = (secret: string): boolean => isRandom(secret) && !isPlaceholder(secret);
const isPassword = (secret: string): boolean => !/^\d{1,7}$/.test(secret) && !isPlaceholder(secret);

/** Options of one letter with a password, by the commands that have them, and an example. */
const OPTIONS: readonly (readonly [option: string, command: RegExp, example: string])[] = [
  ['p', /\bsshpass\b/, "sshpass -p 'VALUE' ssh ada@h"],
  ['p', /\b(?:mysql|mysqldump|mysqladmin|mariadb|mariadb-dump)\b/, 'mysql -u ada -pVALUE tea'],
  ['p', /\bmongo(?:sh|dump|restore|export|import)?\b/, 'mongosh -u ada -p VALUE'],
  [
    'p',
    /\b(?:docker|podman|nerdctl|buildah|skopeo|helm|oc|az|acr)\b[^\n]{0,80} login\b/,
    'docker login -u ada -p VALUE r.example.com',
  ],
  ['p', /\b7z[ar]?\b/, '7z x -pVALUE a.7z'],
  ['a', /\bredis-cli\b/, 'redis-cli -h cache -a VALUE ping'],
  ['P', /\b(?:unzip|zip|sqlcmd|bcp|mosquitto_pub|mosquitto_sub)\b/, 'unzip -P VALUE a.zip'],
  ['w', /\bldap(?:search|add|modify|whoami|passwd|delete)\b/, 'ldapsearch -D cn=ada -w VALUE'],
];

const PASSWORD_OPTIONS: readonly SecretKind[] = OPTIONS.map(([option, command, example], index) => ({
  id: `password-option-${index + 1}`,
  is: `A password after the option -${option} of ${example.slice(0, example.indexOf(' '))} and others`,
  hints: [String.raw`-(?<=[\s"']-)${option}`],
  // Only -p of MySQL and 7z has no space before its value; after a space it is the name of a database there.
  shape: new RegExp(
    String.raw`((?<=[\s"'])-${option}${/-pV/.test(example) ? String.raw`(?:\\{0,8}["'])?` : String.raw`(?:(?:\\{0,8}["'],)?[ \t=]{1,3})(?:\\{0,8}["'])?`})[^\s"'\\${'`'};|&)]{3,400}`,
    'g',
  ),
  command,
  accepts: (secret) => isPassword(secret) && (!/^[/~$<{.-]/.test(secret) || isRandom(secret, 12)),
  examples: [[example, example.replace('VALUE', '…[redacted]')]],
  stays: [example.replace('VALUE', '$PASS'), example.replace('VALUE', '<password>')],
}));

/** The beginning of a key in PEM: headers, then data. A text that only mentions such a key has neither. */
const KEY_BODY =
  /^(?:\s|\\[nr]|["'+,>|#*]){0,40}(?:[A-Z][A-Za-z-]{2,20}: [^\n\\]{1,80}(?:\s|\\[nr]|["'+,>|#*]){1,40}){0,4}(?:[A-Za-z\d+/=]{4,76}(?:\s|\\[nr]|["'])[^-]{0,80}-----END|[A-Za-z\d+/=]{20})/;

/** An example that stands nowhere as one text: packaging refuses a bundle with an address that may be a secret. */
const SLACK_WEBHOOK = ['https://hooks.slack.com/services', 'T000', 'B000', 'XXXXXXXXXX'].join('/');

/** Kinds of secrets, with examples. */
export const SECRET_KINDS: readonly SecretKind[] = [
  {
    id: 'private-key',
    is: 'A private key in PEM, of OpenSSH, PGP or OpenVPN, also truncated',
    reach: [300, 21000],
    hints: ['-----? ?BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE|OpenVPN)'],
    shape:
      /(-{4,5} ?BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1) ?-{4,5})(?:[\w+/=:,.\s\\"'>|()*#;]|-(?!---)){0,20000}(?:-{4,5} ?END [A-Z0-9 ]{0,40}(?:PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1) ?-{4,5})?/g,
    accepts: (secret) => KEY_BODY.test(secret),
    examples: [
      [
        '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\nafter',
        '-----BEGIN PRIVATE KEY-----…[redacted]\nafter',
      ],
      [
        '"-----BEGIN RSA PRIVATE KEY-----\\nMIIEpAIBAAKCAQEA7x\\n-----END RSA PRIVATE KEY-----\\n"',
        '"-----BEGIN RSA PRIVATE KEY-----…[redacted]\\n"',
      ],
      [
        '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU',
        '-----BEGIN OPENSSH PRIVATE KEY-----…[redacted]',
      ],
    ],
    stays: [
      'Search for `-----BEGIN PRIVATE KEY-----` in the files, and in runtime/secrets/kinds/kinds.',
      '-----BEGIN PRIVATE KEY----- is the first line of runtime/secrets/kinds/keys',
      '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
      '-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0B\n-----END CERTIFICATE-----',
    ],
  },
  {
    id: 'putty-key',
    is: 'A private key of PuTTY',
    reach: [300, 14000],
    hints: ['-Lines:'],
    shape: /(Private-Lines: \d{1,3}\r?\n)(?:[\w+/=]{1,64}(?:\r?\n|$)){1,200}/g,
    examples: [['Private-Lines: 1\nAAAAgQCv3x9\nPrivate-MAC: 1', 'Private-Lines: 1\n…[redacted]Private-MAC: 1']],
    stays: ['Public-Lines: 1\nAAAAB3NzaC1yc2E\n'],
  },
  {
    id: 'password-in-address',
    is: 'The password of an address',
    hints: [String.raw`://[^\s@]{3,200}@`],
    // Not a port; one with letters and no host before it is a password.
    shape: /(:\/\/[^\s/:@"'<>\\]{0,64}:)(?!\d{1,5}[/?#])[^\s@"'<>\\`]{3,128}(?=@(?!sha256:)[\w.[{<$-])/gi,
    accepts: (secret) => (!/^[$<{%*]/.test(secret) || isRandom(secret, 12) ? isNoPlaceholder(secret) : false),
    examples: [
      ['psql postgres://ada:hunter2@db/tea', 'psql postgres://ada:…[redacted]@db/tea'],
      ['redis://:VALUE@cache:6379', 'redis://:…[redacted]@cache:6379'],
      [
        'git clone https://x-access-token:VALUE@git.example.com/a/b.git',
        'git clone https://x-access-token:…[redacted]@git.example.com/a/b.git',
      ],
    ],
    stays: [
      'see http://localhost:3000/@scope/x and mail a:b@c',
      'postgres://ada:{password}@db and postgres://ada:$PASS@db and https://<user>:<password>@host',
      'postgres://user:password@localhost:5432/db',
      'docker://alpine:3.18@sha256:3fc1a2b4',
    ],
  },
  {
    id: 'token-in-address',
    is: 'A token in the place of the user of an address',
    hints: [String.raw`://[^\s@]{3,200}@`],
    shape: /(:\/\/)[\w+=~.-]{16,200}(?=(?::x-oauth-basic)?@[\w.[])/gi,
    accepts: isRandomText,
    examples: [
      ['https://3fc17a90e5b2d84611c0f7ae@o1.ingest.example.com/2', 'https://…[redacted]@o1.ingest.example.com/2'],
    ],
    stays: ['https://ada.lovelace-of-london@example.com/', 'ssh://deployment-user@host.example.com'],
  },
  {
    id: 'authorization',
    is: 'Credentials after a scheme in a header `Authorization`',
    hints: ['z(?<=uthoriz)', 'Z(?<=UTHORIZ)'],
    shape:
      /\b(authorization(?:\\{0,8}["'`])?\]?[ \t]{0,3}(?:[:=]|=>|,(?=[ \t]{0,3}[$fbr]{0,2}\\{0,8}["'`]))\\?[ \t]{0,3}(?:[$fbr]{0,2}\\{0,8}["'`])?(?:[a-z][\w-]{1,30}\\? {1,3})?(?:token=\\{0,8}["']?)?)[\w.~+/=:|-]{8,4096}/gi,
    accepts: (secret, kept) =>
      isNoPlaceholder(secret) &&
      (isRandom(secret) || (secret.length >= 16 && /\d/.test(secret) && /(?:bearer|basic|token) *$/i.test(kept))),
    examples: [
      ['curl -H "Authorization: Bearer VALUE"', 'curl -H "Authorization: Bearer …[redacted]"'],
      ["curl -H 'Authorization: Basic VALUE' h", "curl -H 'Authorization: Basic …[redacted]' h"],
      ['Proxy-Authorization: Basic VALUE', 'Proxy-Authorization: Basic …[redacted]'],
      ['{"Authorization": "token VALUE"}', '{"Authorization": "token …[redacted]"}'],
      ['{\\"authorization\\": \\"Basic VALUE\\"}', '{\\"authorization\\": \\"Basic …[redacted]\\"}'],
      ['headers["Authorization"] = "Bearer VALUE"', 'headers["Authorization"] = "Bearer …[redacted]"'],
      ["headers.set('Authorization', 'Bearer VALUE')", "headers.set('Authorization', 'Bearer …[redacted]')"],
      ['Authorization: VALUE', 'Authorization: …[redacted]'],
      ['authorization: SSWS VALUE', 'authorization: SSWS …[redacted]'],
      ['Authorization: Token token="VALUE"', 'Authorization: Token token="…[redacted]"'],
    ],
    stays: [
      'Authorization: Bearer $TOKEN',
      'Authorization: Bearer <token>',
      'Authorization: Bearer YOUR_API_TOKEN_HERE',
      'The authorization: it depends on authentication-service and others.',
    ],
  },
  {
    id: 'bearer',
    is: 'Random text after the scheme Bearer',
    hints: ['Bearer ', 'BEARER '],
    shape: /\b(B(?:earer|EARER) )[\w.~+/=-]{16,4096}/g,
    accepts: isRandomText,
    examples: [
      ['use Bearer VALUE here', 'use Bearer …[redacted] here'],
      ['const h = `Bearer VALUE`', 'const h = `Bearer …[redacted]`'],
    ],
    stays: ['A bearer authentication-scheme of HTTP', 'Bearer error="invalid_token"'],
  },
  {
    id: 'secret-header',
    is: 'A header with a key or token',
    hints: [':(?<=-(?:[Kk]ey|KEY|[Tt]oken|TOKEN):)'],
    shape:
      /(?<!\/\/)\b((?:x|api|private|job|deploy|dd|ocp)-(?:[\w-]{1,40}-)?(?:key|token):\\? ?(?:\\{0,8}["'])?)[^\s"'\\`<>{}$]{12,4096}/gi,
    accepts: isPassword,
    examples: [
      ['curl -H "X-Api-Key: VALUE" h', 'curl -H "X-Api-Key: …[redacted]" h'],
      ["-H 'PRIVATE-TOKEN: VALUE'", "-H 'PRIVATE-TOKEN: …[redacted]'"],
      ['x-goog-api-key: VALUE', 'x-goog-api-key: …[redacted]'],
    ],
    stays: ['x-api-key: $KEY', 'x-api-key: <your key>', 'X-Api-Key: YOUR_API_KEY_HERE'],
  },
  {
    id: 'cookie',
    is: 'The cookies of a header',
    hints: [String.raw`:(?<=(?:ookie|OOKIE)(?:\\{0,8}["'])?:)`],
    shape: /\b((?:set-)?cookie(?:\\{0,8}["'])?: ?(?:\\{0,8}["'])?)[^\s"'\\=;$<{]{1,80}=[^"'\\\r\n`]{1,4096}/gi,
    parts: /()[^\s"'\\$<{;=]{1,80}=(?!\[redacted|[$<{…])[^\s"'\\;]{8,2048};?/g,
    accepts: (secret) =>
      secret.length >= 12 &&
      (/\d/.test(secret) || isRandom(secret.slice(secret.indexOf('=') + 1))) &&
      !/^(?:expires|path|domain|max-age|samesite|priority)=/i.test(secret) &&
      !isPlaceholder(secret.slice(secret.indexOf('=') + 1).replace(/;$/, '')),
    examples: [
      ['Cookie: session=0123456789abcdef; a=b', 'Cookie: …[redacted] a=b'],
      ["curl -H 'Cookie: theme=dark; sid=VALUE'", "curl -H 'Cookie: theme=dark; …[redacted]'"],
      ['Set-Cookie: sid=VALUE; Path=/; SameSite=Strict', 'Set-Cookie: …[redacted] Path=/; SameSite=Strict'],
    ],
    stays: [
      'Cookie: session=$SESSION',
      'Cookie: session=<session-of-the-user>',
      'Set-Cookie: lang=en; Domain=www.example.com',
    ],
  },
  {
    id: 'query',
    is: 'A secret in the query of an address',
    hints: [String.raw`\?[\w-]{2,24}=`, String.raw`&[\w-]{2,24}=`],
    shape:
      /([?&](?:access_?token|api_?key|apikey|key|sig|signature|x-amz-signature|x-amz-security-token|x-goog-signature|client_secret|secret|token|auth|auth_token|password|passwd|pwd|code|jwt|session|sid|hapikey)=)(?![$<{]|\[redacted)[^&\s"'<>\\)`#]{8,2048}/gi,
    accepts: isRandomText,
    examples: [
      ['https://h/x?sig=0123abcd4567&b=1', 'https://h/x?sig=…[redacted]&b=1'],
      ['https://h/v1?api_key=VALUE&x=1', 'https://h/v1?api_key=…[redacted]&x=1'],
      ['curl "https://h/x?a=b&key=VALUE"', 'curl "https://h/x?a=b&key=…[redacted]"'],
    ],
    stays: ['https://h/x?token=$TOKEN&page=12345678', 'https://h/x?key=name-of-the-field&code=invalid_request'],
  },
  {
    id: 'signature',
    is: 'The signature of a request or address',
    hints: [String.raw`=(?<=(?:[Ss]ignature|\bsig)=)`],
    shape: /(\b(?:[Ss]ignature|sig)=)[\w+/%=-]{16,1024}/g,
    accepts: isRandomText,
    examples: [
      [
        'AWS4-HMAC-SHA256 Credential=x/2026, Signature=VALUE',
        'AWS4-HMAC-SHA256 Credential=x/2026, Signature=…[redacted]',
      ],
      ['sig=VALUE', 'sig=…[redacted]'],
    ],
    stays: ['signature=name-of-the-function-here', 'config=3fc17a90e5b2d846'],
  },
  {
    id: 'secret-store',
    is: 'A value that is put into a store of secrets',
    hints: ['-(?<= -)(?:-body|-value|b)[ =]'],
    shape: /(\bsecrets? (?:set|create|put|add) [\w./-]{1,80} (?:--body|-b|--value)[ =]["']?)[^\s"'\\`]{6,4096}/g,
    accepts: isPassword,
    examples: [['gh secret set NAME_OF_IT --body "VALUE"', 'gh secret set NAME_OF_IT --body "…[redacted]"']],
    stays: ['gh secret set NAME_OF_IT --body "$VALUE"'],
  },
  {
    id: 'webhook',
    is: 'An address that is a secret itself: a webhook',
    hints: [String.raw`\.com/(?:services|workflows|triggers|api/|webhook|hooks/|use/|\w{16})`],
    shape:
      /(hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{8,24}\/|webhook\.office\.com\/webhookb2\/|outlook\.office\.com\/webhook\/|hooks\.zapier\.com\/hooks\/catch\/|maker\.ifttt\.com\/use\/|hook\.(?:[a-z]{2}\d\.)?make\.com\/)[\w/@-]{16,300}/gi,
    accepts: (secret) => /\d/.test(secret) || /[A-Z]{8}/.test(secret),
    examples: [
      [SLACK_WEBHOOK, 'https://hooks.slack.com/services/…[redacted]'],
      [
        'https://discord.com/api/webhooks/123456789012345678/3xK9vQ2mZ7tR4wB8nL1c',
        'https://discord.com/api/webhooks/123456789012345678/…[redacted]',
      ],
    ],
    stays: ['https://hooks.slack.com/services/your-webhook-path', 'https://discord.com/api/webhooks/{id}/{token}'],
  },
  {
    id: 'account-key',
    is: 'A key or password in a connection string',
    hints: ['=(?<=(?:Key|[Pp]assword|Pwd|PWD)=)'],
    shape: /\b((?:(?:Shared)?Access|Account|SharedAccess)Key=|;\s?(?:Password|Pwd)=)[^\s"'\\;]{6,400}/gi,
    accepts: isPassword,
    examples: [
      ['AccountKey=VALUE;', 'AccountKey=…[redacted];'],
      ['Server=db;User Id=ada;Password=VALUE;Encrypt=true', 'Server=db;User Id=ada;Password=…[redacted];Encrypt=true'],
      [
        'Endpoint=sb://h/;SharedAccessKeyName=n;SharedAccessKey=VALUE',
        'Endpoint=sb://h/;SharedAccessKeyName=n;SharedAccessKey=…[redacted]',
      ],
    ],
    stays: ['Server=db;User Id=ada;Password={password};', 'SharedAccessKeyName=RootManageSharedAccessKey;'],
  },
  {
    id: 'jwt',
    is: 'A JSON Web Token, signed or encrypted',
    reach: [300, 42000],
    hints: ['J(?<=eyJ)'],
    shape: /(?<![\w/+])(eyJ)[\w-]{6,8192}\.[\w-]{6,8192}(?:\.[\w-]{0,8192}){1,3}/g,
    examples: [['eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJ', 'eyJ…[redacted]']],
    stays: ['eyJhbGciOiJI'],
  },
  {
    id: 'telegram-bot',
    is: 'The token of a Telegram bot',
    hints: [String.raw`:A[\w-]{32}`],
    shape: /(?<![\d.:-])(\d{8,10}:)A[\w-]{32,40}/g,
    examples: [['bot123456789:AAE3xK9vQ2mZ7tR4wB8nL1cH6jD5fG0sPyU2', 'bot123456789:…[redacted]']],
    stays: ['at 12345678:ABC'],
  },
  {
    id: 'discord-bot',
    is: 'The token of a Discord bot',
    hints: [String.raw`\.[\w-]{6}\.[\w-]{27}`],
    shape: /(?<![\w.-])([MNO])[A-Za-z\d_-]{22,27}\.[\w-]{6}\.[\w-]{27,45}(?![\w.-])/g,
    accepts: (secret) => /\d/.test(secret) && isRandom(secret),
    examples: [[`M${'TA3xK9vQ2mZ7tR4wB8nL1cH'}.GzT4wB.8nL1cH6jD5fG0sPyU2_3xK9vQ2mZ7tR4wB8nL`, 'M…[redacted]']],
    stays: ['Namespace.Module.Class', 'MyNamespaceOfTheApplication.Module.ClassesOfTheApplicationOfMine'],
  },
  {
    id: 'terraform',
    is: 'A token of Terraform Cloud',
    hints: [String.raw`\.atlasv1`],
    shape: /(?<!\w)()\w{14}\.atlasv1\.[\w-]{40,100}/g,
    examples: [[`3xK9vQ2mZ7tR4w.atlasv1.${'8nL1cH6jD5'.repeat(6)}`, '…[redacted]']],
    stays: ['xxx.atlasv1.xxx'],
  },
  {
    id: 'mailchimp',
    is: 'A key of Mailchimp',
    hints: [String.raw`-us\d`],
    shape: /(?<![\da-f])()[\da-f]{32}(?=-us\d{1,2}\b)/g,
    examples: [['key 3fc17a90e5b2d84611c0f7ae92d35b08-us12', 'key …[redacted]-us12']],
    stays: ['region-us12'],
  },
  {
    id: 'airtable',
    is: 'A personal token of Airtable',
    hints: [String.raw`\.[\da-f]{32}`],
    shape: /(?<!\w)(pat)[A-Za-z\d]{14}\.[\da-f]{32,64}/g,
    examples: [['pat3xK9vQ2mZ7tR4w.3fc17a90e5b2d84611c0f7ae92d35b08', 'pat…[redacted]']],
    stays: ['pathOfTheModule1.abc'],
  },
  {
    id: 'harness',
    is: 'A token of Harness',
    hints: [String.raw`\.[\w-]{22}\.`],
    shape: /(?<!\w)([ps]at\.)[\w-]{22}\.[A-Za-z\d]{24}\.[A-Za-z\d]{20}/g,
    examples: [['pat.3xK9vQ2mZ7tR4wB8nL1cH6.3fc17a90e5b2d84611c0f7ae.R4wB8nL1cH6jD5fG0sPy', 'pat.…[redacted]']],
    stays: ['sat.test.example'],
  },
  {
    id: 'authress',
    is: 'A key of Authress',
    hints: [String.raw`\.acc[_-]`],
    shape:
      /(?<!\w)((?:sc|ext|scauth|authress)_)[a-z\d]{5,30}\.[a-z\d]{4,6}\.acc[_-][a-z\d-]{10,32}\.[\w+/=-]{30,120}/gi,
    examples: [['sc_3fc17a90.e5b2.acc-11c0f7ae92.QmZ7tR4wB8nL1cH6jD5fG0sPyU3xK9vQ', 'sc_…[redacted]']],
    stays: ['sc_name.of.accounts'],
  },
  {
    id: 'azure-client-secret',
    is: 'A client secret of Entra ID',
    hints: ['Q~'],
    shape: /(?<![\w~.])()[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/g,
    examples: [['abc8Q~3xK9vQ2mZ7tR4wB8nL1cH6jD5fG0sPyU', '…[redacted]']],
    stays: ['~/Q~backup'],
  },
  {
    id: 'azure-key',
    is: 'A key of Azure DevOps or of an Azure service, with its mark',
    hints: ['AZDO', 'JQQJ9', 'AAAAC', String.raw`\+A(?:St|Rm|Eh|Io|CR|Ba)`, 'AzCa', 'AzSe', 'AzFu', 'ACDb'],
    shape:
      /(?<![\w+/=])()(?:[A-Za-z\d]{76}AZDO[A-Za-z\d]{4}|[A-Za-z\d]{52}JQQJ9[A-Za-z\d]{1,40}|[A-Za-z\d]{60,70}AAAAC[A-Za-z\d]{8,12}|[A-Za-z\d+/]{30,80}(?:\+(?:ASt|ARm|AEh|AIo|ACR|ABa)|AzCa|AzSe|AzFu|ACDb)[A-Za-z\d+/]{4,8}={0,2})(?![\w+/=])/g,
    examples: [
      [`key ${'3xK9vQ2mZ7tR'.repeat(6)}wB8nAZDOcH6j`, 'key …[redacted]'],
      [`${'3xK9vQ2mZ7tR'.repeat(4)}wB8nJQQJ99${'ALACi5Ypz'.repeat(2)}AACOG1`, '…[redacted]'],
    ],
    stays: ['AZDO and JQQJ9'],
  },
  {
    id: 'maxmind',
    is: 'A license key of MaxMind',
    hints: ['_mmk'],
    shape: /(?<!\w)()[A-Za-z\d]{6}_[A-Za-z\d]{29}_mmk\b/g,
    examples: [['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', '…[redacted]']],
    stays: ['name_mmk'],
  },
  {
    id: '1password',
    is: 'A secret key of 1Password',
    hints: ['A3-'],
    shape: /(?<!\w)(A3-)[A-Z\d]{6}-(?:[A-Z\d]{11}|[A-Z\d]{6}-[A-Z\d]{5})(?:-[A-Z\d]{5}){3}/g,
    examples: [['A3-7QK2XW-4NTB5R-LZ3HV-D6MJC-0FYG9-PSE8U', 'A3-…[redacted]']],
    stays: ['A3-SHEET-FORMAT'],
  },
  {
    id: 'launchdarkly',
    is: 'A key of LaunchDarkly',
    hints: [String.raw`-[\da-f]{8}-[\da-f]{4}-`],
    shape: /(?<![\w-])((?:sdk|mob|api)-)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g,
    examples: [['sdk-3fc17a90-e5b2-4846-91c0-f7ae92d35b08', 'sdk-…[redacted]']],
    stays: ['the sdk-version 3fc17a90-e5b2-4846-91c0-f7ae92d35b08'],
  },
  {
    id: 'facebook-app',
    is: 'A token of a Facebook app',
    hints: [String.raw`\|[\w-]{27}`],
    shape: /(?<!\w)(\d{15,16}\|)[\w-]{27,40}(?![\w-])/g,
    accepts: (secret) => isRandom(secret),
    examples: [['123456789012345|3xK9vQ2mZ7tR4wB8nL1cH6jD5fG', '123456789012345|…[redacted]']],
    stays: ['1234567890123456|the-name-of-the-column-in-the-table'],
  },
  {
    id: 'firebase-messaging',
    is: 'A server key of Firebase Cloud Messaging',
    hints: [String.raw`AAAA[\w-]{7}:`],
    shape: /(?<![\w+/])(AAAA)[\w-]{7}:[\w-]{100,200}/g,
    examples: [[`AAAA3xK9vQ2:APA91b${'mZ7tR4wB8n'.repeat(10)}`, 'AAAA…[redacted]']],
    stays: ['AAAAB3NzaC1yc2EAAAADAQABAAABgQ'],
  },
  {
    id: 'twitter-bearer',
    is: 'A bearer token of X',
    hints: ['AAAAAAAAAAAAAAAAAAAA'],
    shape: /(?<![\w+/])(A{20,22})[\w%]{60,120}(?![\w+/=])/g,
    accepts: (secret) => secret.includes('%') && isRandom(secret),
    examples: [
      [`${'A'.repeat(22)}L${'3xK9vQ2mZ7'.repeat(3)}%3D${'tR4wB8nL1c'.repeat(5)}`, `${'A'.repeat(22)}…[redacted]`],
    ],
    stays: ['A'.repeat(200)],
  },
  {
    id: 'password-hash',
    is: 'The hash of a password, as in files of passwords',
    hints: [String.raw`\$(?:2[abxy]|[156y7]|apr1|argon2|scrypt|gy|pbkdf2|bcrypt)`],
    shape:
      /(?<![\w$])(\$(?:2[abxy]\$\d\d|[156y]|apr1|argon2id?|scrypt|7|gy|pbkdf2[\w-]{0,10}|bcrypt-sha256)\$)[\w./+=,:-]{1,80}(?:\$[\w./+=,:-]{1,200}){0,4}/g,
    accepts: (secret) => secret.length >= 20,
    examples: [
      ['ada:$2y$10$3xK9vQ2mZ7tR4wB8nL1cH6jD5fG0sPyU3xK9vQ2mZ7tR4wB8nL1cH', 'ada:$2y$10$…[redacted]'],
      ['root:$6$rounds=5000$3xK9vQ2m$mZ7tR4wB8nL1cH6jD5fG0sPyU3xK:19000:0', 'root:$6$…[redacted]'],
    ],
    stays: ['echo $1$2 and $6$x', 'costs $5$'],
  },
  {
    id: 'kubernetes-secret',
    is: 'The data of a Secret of Kubernetes',
    reach: [300, 20000],
    hints: ['Secret(?<=kind: Secret)'],
    shape: /((?:^|\n)kind: Secret[ \t]*\n)(?:(?!---|kind:)[^\n]{0,4096}(?:\n|$)){1,60}/g,
    parts: /((?:^|\n) +[\w.-]{1,80}: ["']?)[A-Za-z\d+/=_-]{8,4096}(?=["']?[ \t]*(?:#[^\n]{0,200})?(?:\n|$))/g,
    accepts: (secret) => isRandom(secret) || (/^[A-Za-z\d+/]{8,}={1,2}$/.test(secret) && !isPlaceholder(secret)),
    examples: [
      [
        'kind: Secret\nmetadata:\n  name: name-of-it\ndata:\n  user: VALUE\n  other: VALUE\n',
        'kind: Secret\nmetadata:\n  name: name-of-it\ndata:\n  user: …[redacted]\n  other: …[redacted]\n',
      ],
    ],
    stays: ['kind: Secret\nmetadata:\n  name: database-credentials\ntype: Opaque\ndata:\n  user: <base64>\n'],
  },
  {
    id: 'kubernetes-secret-sorted',
    is: 'The data of a Secret of Kubernetes, with its fields in alphabetical order',
    reach: [20000, 300],
    hints: ['Secret(?<=kind: Secret)'],
    shape: /((?:^|\n)(?:data|stringData):[ \t]{0,8}\n)(?: [^\n]{0,4096}\n){1,200}(?=kind: Secret)/g,
    parts: /(^ +[\w.-]{1,80}: ["']?)[A-Za-z\d+/=_-]{8,4096}(?=["']?[ \t]*$)/gm,
    accepts: (secret) => isRandom(secret) || (/^[A-Za-z\d+/]{8,}={1,2}$/.test(secret) && !isPlaceholder(secret)),
    examples: [
      [
        'data:\n  user: VALUE\n  x: VALUE\nkind: Secret\n',
        'data:\n  user: …[redacted]\n  x: …[redacted]\nkind: Secret\n',
      ],
    ],
    stays: ['data:\n  user: 3fc17a90e5b2d84611c0f7ae92d35b08\nkind: ConfigMap\n'],
  },
  {
    id: 'kubernetes-secret-json',
    is: 'The data of a Secret of Kubernetes, in JSON',
    reach: [21000, 300],
    hints: [String.raw`Secret(?<=kind\\{0,8}":\s{0,3}\\{0,8}"Secret)`],
    shape:
      /(\\{0,8}"data\\{0,8}":\s{0,3}\{)[^{}]{1,20000}(?=\}[^{}]{0,200}\\{0,8}"kind\\{0,8}":\s{0,3}\\{0,8}"Secret\\{0,8}")/g,
    parts: /(\\{0,8}"[\w.-]{1,80}\\{0,8}":\s{0,3}\\{0,8}")[A-Za-z\d+/=_-]{8,4096}/g,
    accepts: (secret) => isRandom(secret) || (/^[A-Za-z\d+/]{8,}={1,2}$/.test(secret) && !isPlaceholder(secret)),
    examples: [
      [
        '{"apiVersion": "v1", "data": {"user": "VALUE"}, "kind": "Secret"}',
        '{"apiVersion": "v1", "data": {"user": "…[redacted]"}, "kind": "Secret"}',
      ],
    ],
    stays: ['{"data": {"user": "3fc17a90e5b2d84611c0f7ae92d35b08"}, "kind": "ConfigMap"}'],
  },
  {
    id: 'user-option',
    is: 'A password after a user in an option',
    hints: [String.raw`-(?<=[\s"']-)[a-zA-Z]{0,6}[uUa][\s"'=]`, '--(?:proxy-)?user', '--auth'],
    shape:
      /((?<=[\s"'])(?:-[a-zA-Z]{0,6}[uUa]|--(?:proxy-)?user|--auth)(?:=|(?:\\{0,8}["'],)?[ \t]{0,3}(?:\\\r?\n[ \t]{0,20})?)(?:\\{0,8}["'])?[^\s:%"'\\$<{-][^\s:%"'\\$<{]{0,100}[:%])[^\s"'\\`]{3,400}/g,
    command: /\b(?:curl|https?|xh|wget|smbclient|rpcclient|net|lftp|snowsql|crackmapexec)\b/,
    accepts: isPassword,
    examples: [
      ['curl -u ada:VALUE https://h', 'curl -u ada:…[redacted] https://h'],
      ['curl -s --user "ada:VALUE" https://h', 'curl -s --user "ada:…[redacted]" https://h'],
      ['["curl", "-u", "ada:VALUE", "h"]', '["curl", "-u", "ada:…[redacted]", "h"]'],
      ['curl -X POST \\\n  -u ada:VALUE \\\n  https://h', 'curl -X POST \\\n  -u ada:…[redacted] \\\n  https://h'],
      ['http -a ada:VALUE h/x', 'http -a ada:…[redacted] h/x'],
    ],
    stays: ['curl -u $NAME:$PASS h', 'docker run -u 1000:1000 x', 'chown -u ada:users x', 'curl -u user:password h'],
  },
  ...PASSWORD_OPTIONS,
  {
    id: 'pass-argument',
    is: 'A password of OpenSSL',
    hints: [`:(?<=-pass(?:in|out|word)?[ =]["']?pass:)`],
    shape: /(-pass(?:in|out|word)?[ =]["']?pass:)[^\s"'\\`]{4,400}/g,
    accepts: isPassword,
    examples: [['openssl rsa -passin pass:VALUE -in k', 'openssl rsa -passin pass:…[redacted] -in k']],
    stays: ['openssl rsa -passin pass:$PASS'],
  },
  {
    id: 'pgpass',
    is: 'A line of .pgpass',
    hints: [String.raw`:(?:543|643|\*):?`],
    shape:
      /((?:^|\n|\\n|["'])[\w.*-]{1,100}:(?:543\d|643\d|5439|\*):[\w*-]{1,64}:[\w*.-]{1,64}:)[^\s"'\\]{4,400}(?=["'\\\r\n]|$)/g,
    accepts: isPassword,
    examples: [['db.example.com:5432:tea:ada:VALUE\n', 'db.example.com:5432:tea:ada:…[redacted]\n']],
    stays: ['localhost:5432:tea:ada:password'],
  },
  {
    id: 'chpasswd',
    is: 'A password that is piped into a command',
    hints: [String.raw`\|[^|\n]{0,200}(?:chpasswd|-stdin|sudo -S|--with-token)`],
    shape:
      /(\becho (?:-n )?["']?(?:[\w.-]{1,64}:(?=[^|\n]{1,200}\| ?(?:sudo )?chpasswd))?)[^\s"'\\`$<|]{6,400}(?=["']? ?\| ?(?:(?:sudo )?chpasswd|[\w./-]{1,40} (?:registry |auth )?login\b[^\n|]{0,200}(?:--password-stdin|--with-token)|sudo -S))/g,
    accepts: isPassword,
    examples: [
      ['echo VALUE | docker login -u ada --password-stdin', 'echo …[redacted] | docker login -u ada --password-stdin'],
      ["echo 'ada:VALUE' | sudo chpasswd", "echo 'ada:…[redacted]' | sudo chpasswd"],
    ],
    stays: ['echo $TOKEN | docker login -u ada --password-stdin'],
  },
  {
    id: 'seed-phrase',
    is: 'The words of a wallet',
    hints: [
      String.raw`:\s?\\{0,8}["'\x60]?[a-z]{3,8}(?: [a-z]{3,8}){11}`,
      String.raw`=\s?\\{0,8}["'\x60]?[a-z]{3,8}(?: [a-z]{3,8}){11}`,
    ],
    shape:
      /((?:mnemonic|seed|(?:seed|recovery|secret|backup)[_ -]?(?:phrase|words))(?:\\{0,8}["'`])?\s?[:=]\s?(?:\\{0,8}["'`])?)[a-z]{3,8}(?: [a-z]{3,8}){11,23}(?![a-z ])/gi,
    examples: [
      ['MNEMONIC="tea leaf pot cup spoon water steam green black white sugar milk"', 'MNEMONIC="…[redacted]"'],
    ],
    stays: ['mnemonic: the first letters of these words'],
  },
];
