/**
 * Ten ways to name a file in words, each with several wordings. They were written before anything in `skill/guess/` was
 * read, and are kept apart: the rules are never fitted to the half that is held out, nor is it read which of them they miss.
 */

/** A wording: `@` stands for the words that name the file, `#` for the name of the file in words. */
export type Wording = readonly [sentence: string, words: string];

/** Wordings by the purpose of the file. */
export interface Paraphrases {
  readonly document: readonly Wording[];
  readonly script: readonly Wording[];
  readonly asset: readonly Wording[];
}

export const PARAPHRASES: Readonly<Record<string, Paraphrases>> = {
  possessive: {
    document: [
      ['@ decides in such cases.', 'our # sheet'],
      ['Stick to @.', 'our # rules'],
      ['@ takes precedence.', "this skill's # guide"],
      ['Keep to @ at all times.', "the team's # conventions"],
      ['Answer from @.', 'our # cheat sheet'],
      ['See @ for limits.', 'our # document'],
    ],
    script: [
      ['Run @ on the input.', 'our # script'],
      ['@ does the rest.', "this skill's # script"],
      ['Leave the work to @.', 'our own # tool'],
      ['Use @ for it.', "the skill's # helper"],
    ],
    asset: [
      ['Fill in @.', 'our # template'],
      ['Start from @.', "this skill's # template"],
      ['@ shows the layout.', 'our # sample'],
    ],
  },
  passive: {
    document: [
      ['@ must be read before you start.', 'the # guide'],
      ['@ is to be followed.', 'the # checklist'],
      ['The order of the steps is given in @.', 'the # guide'],
      ['All of this is explained in @.', 'the # reference'],
      ['It is laid down in @.', 'the # policy'],
      ['Unusual inputs are covered by @.', 'the # notes'],
      ['Limits are listed in @.', 'the # sheet'],
      ['Exceptions can be found in @.', 'the # document'],
    ],
    script: [
      ['The input is checked by @.', 'the # script'],
      ['@ is run last.', 'the # script'],
      ['The output is produced with @.', 'the bundled # tool'],
      ['Everything else is done by @.', 'the # helper'],
    ],
    asset: [
      ['The answer is built from @.', 'the # template'],
      ['@ is to be filled in.', 'the # form'],
      ['The layout is taken from @.', 'the # sample'],
    ],
  },
  nominal: {
    document: [
      ['Details: @.', 'the # guide'],
      ['Further reading: @.', 'the # reference'],
      ['Background: @.', 'the # document'],
      ['**Source:** @', 'the # sheet'],
      ['Prerequisite: knowledge of @.', 'the # guide'],
      ['More in @.', 'the # notes'],
      ['Mandatory reading before the first step: @.', 'the # guide'],
      ['Full list in @.', 'the # appendix'],
    ],
    script: [
      ['Tool for this step: @.', 'the # script'],
      ['Last step: a run of @.', 'the # script'],
      ['Validation with @.', 'the # tool'],
    ],
    asset: [
      ['Starting point: @.', 'the # template'],
      ['Form to use: @.', 'the # template'],
      ['Basis of the answer: @.', 'the # sample'],
    ],
  },
  adjectives: {
    document: [
      ['Read @.', 'the short # guide'],
      ['Consult @ for every field.', 'the full # specification'],
      ['Read @ first.', 'the detailed # walkthrough'],
      ['See @.', 'the accompanying # document'],
      ['Check @.', 'the most recent # notes'],
      ['Open @.', 'the separate # page'],
      ['Load @ when needed.', 'the included # handbook'],
      ['Refer to @ for edge cases.', 'the complete, annotated # reference'],
    ],
    script: [
      ['Run @.', 'the small # script'],
      ['Use @ for that.', 'the ready-made # script'],
      ['Execute @ once.', 'the included # utility'],
      ['Call @.', 'the existing # program'],
    ],
    asset: [
      ['Copy @.', 'the empty # template'],
      ['Use @.', 'the official # template'],
      ['Begin with @.', 'the prepared # skeleton'],
    ],
  },
  verbs: {
    document: [
      ['Skim @ first.', 'the # guide'],
      ['Go through @ with the user.', 'the # checklist'],
      ['Study @ before you write anything.', 'the # documentation'],
      ['Look it up in @.', 'the # glossary'],
      ['Take a look at @.', 'the # overview'],
      ['Familiarize yourself with @.', 'the # guide'],
      ['Work through @.', 'the # checklist'],
      ['Pull up @ if the user asks for it.', 'the # reference'],
      ['Keep @ at hand.', 'the # cheat sheet'],
      ['Double-check your answer against @.', 'the # checklist'],
      ['Adhere to @.', 'the # guidelines'],
    ],
    script: [
      ['Feed the file into @.', 'the # script'],
      ['Pass the input through @.', 'the # tool'],
      ['Invoke @ with the path.', 'the # script'],
      ['Validate the result with @.', 'the # script'],
      ['Let @ do it.', 'the # helper'],
      ['Rely on @ for this.', 'the # utility'],
    ],
    asset: [
      ['Fill in @.', 'the # form'],
      ['Adapt @ to the case.', 'the # template'],
      ['Reuse @.', 'the # boilerplate'],
      ['Clone @ and change the title.', 'the # skeleton'],
    ],
  },
  layout: {
    document: [
      ['| When | What |\n|---|---|\n| always | @ |', 'the # guide'],
      ['| Task | Read |\n|---|---|\n| a new request | @ |', 'the # reference'],
      ['### Read @', 'the # guide'],
      ['1. Read @.', 'the # checklist'],
      ['> **Note:** see @.', 'the # document'],
      ['- [ ] Read @', 'the # guide'],
      ['- **Edge cases**: see @', 'the # notes'],
      ['Handle edge cases with care (see @).', 'the # reference'],
      ['Edge cases — @.', 'the # guide'],
      ['Collect the inputs; then read @.', 'the # guide'],
    ],
    script: [
      ['| Step | With |\n|---|---|\n| check | @ |', 'the # script'],
      ['1. Run @.', 'the # script'],
      ['- **Check**: run @', 'the # script'],
      ['Check the input (run @).', 'the # script'],
    ],
    asset: [
      ['| Output | Start from |\n|---|---|\n| answer | @ |', 'the # template'],
      ['- [ ] Copy @', 'the # template'],
      ['- **Form**: use @', 'the # template'],
    ],
  },
  emphasis: {
    document: [
      ['Read @ first.', 'the **#** guide'],
      ['See @ for details.', '**the # guide**'],
      ['Follow @.', 'the *#* checklist'],
      ['Consult @ when in doubt.', 'the “#” document'],
      ['Check @.', 'the "#" reference'],
      ['Refer to @.', '_the # reference_'],
    ],
    script: [
      ['Run @.', 'the **#** script'],
      ['Execute @.', '**the # script**'],
      ['Use @.', 'the "#" tool'],
    ],
    asset: [
      ['Copy @.', 'the **#** template'],
      ['Use @.', 'the "#" template'],
      ['Fill in @.', '*the # template*'],
    ],
  },
  clauses: {
    document: [
      ['If anything is unclear, @ has the answer.', 'the # guide'],
      ['What to do then is in @.', 'the # reference'],
      ['Proceed as @ explains.', 'the # guide'],
      ['Do it the way @ describes.', 'the # document'],
      ['When the input is unusual, @ applies.', 'the # policy'],
      ['According to @, some inputs are not allowed.', 'the # guide'],
      ['Per @, stop at the first error.', 'the # checklist'],
      ['Unless @ says otherwise, ask the user.', 'the # guide'],
      ['Before you answer, you should have read @.', 'the # notes'],
      ['Everything beyond this is in @.', 'the # reference'],
    ],
    script: [
      ['Once you are done, @ checks the result.', 'the # script'],
      ['If that fails, try @.', 'the # script'],
      ['Anything that @ rejects is wrong.', 'the # script'],
      ['The figures come from @.', 'the # script'],
    ],
    asset: [
      ['If the user has no file, @ will do.', 'the # template'],
      ['Your answer should look like @.', 'the # sample'],
      ['Unless the user objects, use @.', 'the # template'],
    ],
  },
  'of-phrase': {
    document: [
      ['See @.', 'the guide to #'],
      ['Read @ first.', 'the document about #'],
      ['Check @.', 'the notes on #'],
      ['Use @.', 'the checklist for #'],
      ['Open @.', 'the file that covers #'],
      ['See @ for examples.', 'the page on #'],
      ['Follow @.', 'the instructions for #'],
      ['Refer to @.', 'the documentation of #'],
    ],
    script: [
      ['Run @.', 'the script that does #'],
      ['Use @.', 'the tool for #'],
      ['Execute @.', 'the helper for #'],
    ],
    asset: [
      ['Copy @.', 'the template for #'],
      ['Use @.', 'the form for #'],
      ['Start from @.', 'the example of #'],
    ],
  },
  languages: {
    document: [
      ['Lies zuerst @.', 'die Anleitung zu #'],
      ['Siehe @.', 'die #-Referenz'],
      ['@を参照してください。', '#ガイド'],
      ['请先阅读@。', '#指南'],
      ['Consulta @.', 'la guía de #'],
      ['Consultez @.', 'le guide #'],
      ['Leia @ primeiro.', 'o guia de #'],
      ['@ 문서를 읽으세요.', '# 가이드'],
    ],
    script: [
      ['Führe @ aus.', 'das #-Skript'],
      ['@を実行してください。', '#スクリプト'],
      ['运行@。', '#脚本'],
      ['Ejecuta @.', 'el script de #'],
    ],
    asset: [
      ['Kopiere @.', 'die #-Vorlage'],
      ['@をコピーしてください。', '#テンプレート'],
      ['使用@。', '#模板'],
      ['Utilisez @.', 'le modèle #'],
    ],
  },
};

/**
 * Sentences with the same words, from which no path is to be guessed: something to create, of someone else, told here or
 * at an address.
 */
export const LOOK_ALIKES: Readonly<Record<string, readonly string[]>> = {
  'to be written': [
    'Write the # guide in the language of the user.',
    'At the end, draw up a # checklist.',
    'Create the # template from scratch.',
    'Then generate the # script.',
    'The # document is the result of this step.',
    'Offer to turn it into a # guide.',
  ],
  'of others': [
    "Read the user's # guide, if there is one.",
    'Ask the user for the # document.',
    "Follow the vendor's # documentation.",
    'Many teams have their own # checklist.',
    "The company's # policy may differ.",
    'The reader of the # report is in a hurry.',
  ],
  'told here': [
    'Follow the # checklist below.',
    'The following # rules apply:\n\n- Be brief.',
    'Use the # template above.',
    'See the # section for more.',
    'Continue with the # step.',
    'Run the # script that you wrote in step 1.',
  ],
  'at an address': [
    'See the # guide at https://example.com/docs/guide.',
    'Read the [# guide](https://example.com/guide).',
    'The # documentation is on the website of the project.',
    'Search the web for a # reference.',
  ],
  'without a file': [
    'The # process takes a day.',
    'Guide the user through #.',
    'Reference # where it helps.',
    'Check whether # was discussed.',
    'Read on for #.',
    'Documentation of # is a plus.',
  ],
};
