/** Faults in frontmatter as authors make them, by kind, with the place between `«»` and the repaired text. */

export interface YamlFault {
  readonly yaml: string;
  /** The fields after the fixes. */
  readonly fixed: string;
  /** True if the author may have meant something else, so `check --fix` leaves it. */
  readonly unsafe?: true;
}

export interface YamlFaultKind {
  readonly name: string;
  readonly faults: readonly YamlFault[];
}

const N = 'name: notes\n';

export const YAML_FAULTS: readonly YamlFaultKind[] = [
  {
    name: 'a colon in a further line of plain text',
    faults: [
      {
        yaml: `${N}description: Sorts notes by date. Use when asked.\n\n  «Keywords:» notes, diary, date\nlicense: MIT`,
        fixed: `${N}description: >-\n  Sorts notes by date. Use when asked.\n\n  Keywords: notes, diary, date\nlicense: MIT`,
      },
      {
        yaml: `${N}description: Sorts notes by date.\n  Triggers «on:» sort, order`,
        fixed: `${N}description: "Sorts notes by date. Triggers on: sort, order"`,
      },
      {
        yaml: `${N}description: Sorts notes\n  by date.\n  «NOT:» diaries`,
        fixed: `${N}description: >-\n  Sorts notes\n  by date.\n  NOT: diaries`,
      },
      {
        yaml: `${N}description: Sorts notes.\n  Do this:\n  - sort\n  - name`.replace('this:', '«this:»'),
        fixed: `${N}description: >-\n  Sorts notes.\n  Do this:\n  - sort\n  - name`,
      },
      {
        yaml: `description: Sorts notes.\n\n    «Tags:» a, b\n    Version: 2\n${N.trim()}`,
        fixed: `description: >-\n  Sorts notes.\n\n  Tags: a, b\n  Version: 2\n${N.trim()}`,
      },
      {
        yaml: `${N}description: Sorts notes.\n\n\n  Says "no" to some.\n  «Keywords:» 'a', "b" # c`,
        fixed: `${N}description: >-\n  Sorts notes.\n\n\n  Says "no" to some.\n  Keywords: 'a', "b" # c`,
      },
      {
        yaml: `${N}when_to_use: When asked\n  to sort\n  «Not:» for books\ndescription: Sorts notes.`,
        fixed: `${N}when_to_use: >-\n  When asked\n  to sort\n  Not: for books\ndescription: Sorts notes.`,
      },
      {
        yaml: `${N}description: Sorts notes.\n\n  «関連:» メモ\nwhen_to_use: Now.\n  «Not:» then`.replace(
          '«Not:»',
          'Not:',
        ),
        fixed: `${N}description: >-\n  Sorts notes.\n\n  関連: メモ\nwhen_to_use: "Now. Not: then"`,
      },
      {
        yaml: `${N}description: Sorts notes. Use it «when:» asked,\n  or told,\n  or both.`,
        fixed: `${N}description: >-\n  Sorts notes. Use it when: asked,\n  or told,\n  or both.`,
      },
      {
        yaml: `${N}description: Sorts notes.\n\n  «Trigger:»\n\n  sort`,
        fixed: `${N}description: >-\n  Sorts notes.\n\n  Trigger:\n\n  sort`,
      },
    ],
  },
  {
    name: 'a colon in text below its key',
    faults: [
      {
        yaml: `${N}description:\n  Fixes errors with «"type":» "module"\n  and others.\nlicense: MIT`,
        fixed: `${N}description: >-\n  Fixes errors with "type": "module"\n  and others.\nlicense: MIT`,
      },
      {
        yaml: `${N}description:\n    Sorts notes.\n    «Not:» books`,
        fixed: `${N}description: >-\n  Sorts notes.\n  Not: books`,
      },
    ],
  },
  {
    name: 'a field that is indented',
    faults: [
      { yaml: `name: notes\n«  »description: Sorts notes.`, fixed: `${N}description: Sorts notes.`, unsafe: true },
      {
        yaml: `${N}description: Sorts notes.\n« »license: MIT`,
        fixed: `${N}description: Sorts notes.\nlicense: MIT`,
        unsafe: true,
      },
      { yaml: `« »name: notes\ndescription: Sorts notes.`, fixed: `${N}description: Sorts notes.` },
      {
        yaml: `${N}description: Sorts notes.\n«   »metadata:\n  a: b`,
        fixed: `${N}description: Sorts notes.\nmetadata:\n  a: b`,
        unsafe: true,
      },
    ],
  },
  {
    name: 'a number sign that begins a comment',
    faults: [
      {
        yaml: `${N}description: Handles issues\n  «#»12 and\n  others`,
        fixed: `${N}description: >-\n  Handles issues\n  #12 and\n  others`,
      },
      {
        yaml: `${N}description: Posts to «#»general\n  and to others\n  too`,
        fixed: `${N}description: >-\n  Posts to #general\n  and to others\n  too`,
      },
    ],
  },
  {
    name: 'tabs',
    faults: [
      { yaml: `${N}metadata:\n«\t»a: b\n\tc: d`, fixed: `${N}metadata:\n  a: b\n  c: d` },
      { yaml: `${N}description: >\n«\t»Sorts\n\tnotes`, fixed: `${N}description: >\n  Sorts\n  notes` },
      { yaml: `${N}description: Sorts\n«\t»notes`, fixed: `${N}description: Sorts\n  notes` },
    ],
  },
  {
    name: 'quotation marks',
    faults: [
      {
        yaml: `${N}description: "Sorts notes«.»\nlicense: MIT`,
        fixed: `${N}description: "Sorts notes."\nlicense: MIT`,
      },
      { yaml: `${N}description: 'Sorts notes«.»`, fixed: `${N}description: 'Sorts notes.'` },
      {
        yaml: `${N}description: "Sorts notes\n  by date«.»\nlicense: MIT`,
        fixed: `${N}description: "Sorts notes\n  by date."\nlicense: MIT`,
      },
      {
        yaml: `${N}description: «"Sorts "big" notes"»`,
        fixed: `${N}description: "Sorts \\"big\\" notes"`,
      },
      { yaml: `${N}description: «'It's for notes'»`, fixed: `${N}description: "It's for notes"` },
      { yaml: `${N}description: «"Sorts" notes»`, fixed: `${N}description: "\\"Sorts\\" notes"` },
      {
        yaml: `${N}description: "Finds «\\d»+ in C:\\Work"`,
        fixed: `${N}description: "Finds \\\\d+ in C:\\\\Work"`,
      },
    ],
  },
  {
    name: 'text at the margin',
    faults: [
      {
        yaml: `${N}description: Logs loaves of bread\n«and the flour»`,
        fixed: `${N}description: Logs loaves of bread\n  and the flour`,
      },
      {
        yaml: `${N}description: Logs loaves of bread\n«and the flour»\nand the salt\nlicense: MIT`,
        fixed: `${N}description: Logs loaves of bread\n  and the flour\n  and the salt\nlicense: MIT`,
      },
      {
        yaml: `${N}description: >\n«Logs loaves of bread»\nlicense: MIT`,
        fixed: `${N}description: >\n  Logs loaves of bread\nlicense: MIT`,
      },
      {
        yaml: `${N}description: |\n«Logs loaves»\n\nand flour\nlicense: MIT`,
        fixed: `${N}description: |\n  Logs loaves\n\n  and flour\nlicense: MIT`,
      },
      {
        yaml: `${N}description: >-\n«Logs loaves»\nKeywords: bread\nlicense: MIT`,
        fixed: `${N}description: >-\n  Logs loaves\n  Keywords: bread\nlicense: MIT`,
        unsafe: true,
      },
    ],
  },
  {
    name: 'other forms',
    faults: [
      {
        yaml: `${N}«Sorts all "notes" of a day»\nlicense: MIT`,
        fixed: `${N}description: "Sorts all \\"notes\\" of a day"\nlicense: MIT`,
        unsafe: true,
      },
      { yaml: `${N}«description:»Sorts notes.`, fixed: `${N}description: Sorts notes.` },
      { yaml: `«name:»notes\ndescription: Sorts notes.`, fixed: `${N}description: Sorts notes.` },
      { yaml: `${N}description: > «Sorts notes.»`, fixed: `${N}description: >\n  Sorts notes.` },
      {
        yaml: `${N}description: >- «Sorts notes»\n    by date.`,
        fixed: `${N}description: >-\n    Sorts notes\n    by date.`,
      },
      { yaml: `${N}description: d\n«name»: notes`, fixed: `${N}description: d` },
      { yaml: `${N}description: d\n«name»: other`, fixed: `${N}description: d`, unsafe: true },
      { yaml: `${N}metadata:\n  a: 1\n« »b: 2`, fixed: `${N}metadata:\n  a: 1\n  b: 2`, unsafe: true },
    ],
  },
];
