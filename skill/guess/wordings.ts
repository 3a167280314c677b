/** The wordings for a named file in other languages than English. */

/** The wording of a language for a file. Nouns, articles and prepositions are sources of regular expressions. */
export interface Wording {
  readonly document: readonly string[];
  readonly script: readonly string[];
  readonly template: readonly string[];
  /** `behind`: noun, preposition, name. `before`: article, name, noun. `joined`: name and noun without an article. */
  readonly name: 'behind' | 'before' | 'joined';
  readonly articles?: readonly string[];
  readonly prepositions?: readonly string[];
  /** Sentences that name `api patterns`, its test. */
  readonly examples: readonly string[];
}

const GERMAN = {
  document: [
    'Anleitung',
    'Leitfaden',
    'Referenz',
    'Dokumentation',
    'Handbuch',
    'Checkliste',
    'Richtlinien?',
    'Übersicht',
  ],
  script: ['Skript', 'Script', 'Werkzeug'],
  template: ['Vorlage', 'Muster'],
  articles: ['die', 'der', 'das', 'den', 'dem', 'dies\\p{L}+', 'unser\\p{L}*'],
};

export const WORDINGS: readonly Wording[] = [
  {
    ...GERMAN,
    name: 'behind',
    prepositions: ['zu', 'zum', 'zur', 'für', 'über', 'von'],
    examples: ['Lies die Anleitung zu api patterns.', 'Siehe den Leitfaden für api-patterns.'],
  },
  {
    ...GERMAN,
    name: 'before',
    examples: ['Siehe die api-patterns-Referenz.', 'Nutze unsere api patterns Checkliste.'],
  },
  {
    name: 'behind',
    articles: ['la', 'el', 'las', 'los', 'nuestr[oa]s?', 'est[ea]'],
    document: ['guía', 'referencia', 'documentación', 'manual', 'lista de (?:control|verificación)'],
    script: ['script', 'herramienta'],
    template: ['plantilla'],
    prepositions: ['de', 'del', 'sobre', 'para'],
    examples: ['Consulta la guía de api patterns.', 'Usa la referencia sobre api-patterns antes.'],
  },
  {
    name: 'behind',
    articles: ['le', 'la', 'les', 'notre', 'ce', 'cette'],
    document: ['guide', 'référence', 'documentation', 'manuel', 'liste de contrôle'],
    script: ['script', 'outil'],
    template: ['modèle', 'gabarit'],
    prepositions: ['de', 'du', 'des', 'sur', 'pour'],
    examples: ['Consultez le guide de api patterns.', 'Lisez la référence sur api-patterns.'],
  },
  {
    name: 'behind',
    articles: ['le', 'la', 'les', 'notre'],
    document: ['guide', 'référence', 'documentation', 'manuel'],
    script: ['script'],
    template: ['modèle', 'gabarit'],
    examples: ['Consultez le guide api patterns.', 'Lisez le guide « api patterns ».'],
  },
  {
    name: 'behind',
    articles: ['o', 'a', 'os', 'as', 'noss[oa]s?'],
    document: ['guia', 'referência', 'documentação', 'manual', 'lista de verificação'],
    script: ['script', 'ferramenta'],
    template: ['modelo'],
    prepositions: ['de', 'do', 'da', 'sobre', 'para'],
    examples: ['Leia o guia de api patterns primeiro.'],
  },
  {
    name: 'behind',
    articles: ['il', 'la', 'lo', 'le', 'i', 'nostr[oa]'],
    document: ['guida', 'riferimento', 'documentazione', 'manuale', 'lista di controllo'],
    script: ['script', 'strumento'],
    template: ['modello'],
    prepositions: ['di', 'del', 'della', 'su', 'sulla', 'per'],
    examples: ['Leggi la guida su api patterns.'],
  },
  {
    name: 'joined',
    document: [
      'ガイドライン',
      'ガイド',
      'リファレンス',
      'マニュアル',
      'チェックリスト',
      '手順書',
      'ドキュメント',
      '仕様書',
      '資料',
    ],
    script: ['スクリプト', 'ツール'],
    template: ['テンプレート', '雛形', 'ひな形'],
    prepositions: ['の'],
    examples: ['api patternsガイドを参照してください。', '「api-patterns」のチェックリストに従う。'],
  },
  {
    name: 'joined',
    document: ['指南', '手册', '文档', '文件', '说明', '清单', '参考资料', '参考', '规范'],
    script: ['脚本', '工具'],
    template: ['模板', '模版'],
    prepositions: ['的'],
    examples: ['请先阅读api patterns指南。', '参考 api-patterns 文档。'],
  },
  {
    name: 'joined',
    document: ['가이드', '문서', '매뉴얼', '체크리스트', '참고 자료', '설명서'],
    script: ['스크립트', '도구'],
    template: ['템플릿', '서식'],
    examples: ['api patterns 가이드를 읽으세요.', 'api-patterns 문서 참고'],
  },
];
