/**
 * Updates behind the last signature, each of which writes one key that viewers know: the rows of the table in
 * docs/signatures.md.
 */
import type { ComparisonResult } from '../../src/pdf/signature-findings.ts';
import { agreementPdf, content, stream, updatedPdf } from './pdf-updates.ts';

export type Where =
  | 'catalogue'
  | 'form'
  | 'page'
  | 'new signature field'
  | 'field that was there'
  | 'new annotation'
  | 'annotation that was there';

export interface RevisionCase {
  where: Where;
  /** Without its slash; of an entry inside another, with that before it. */
  key: string;
  /** What is special about it. */
  when?: string;
  /** Objects of the document that was sent in the place of its own, by number. */
  sent?: Partial<Record<number, string>>;
  /** Objects that it has from 12 on. */
  more?: string[];
  /** By number; `@` is the number of the signature's field. */
  update: Record<number, string | null>;
  /** What the update alone is. */
  finding: 'nothing' | ComparisonResult;
  pages?: number[];
  /** Poppler is known to show it: the referee would tell. */
  isPainted?: true;
}

const overText = '[60 690 300 730]';
const black = stream('/Type /XObject /Subtype /Form /BBox [0 0 240 40]', '0 g 0 0 240 40 re f');
const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const layers = '/OCProperties << /OCGs [11 0 R] /D << /ON [11 0 R] >> >>';

function catalog({
  entries = layers,
  form = '',
  fields = '',
  resources = '/DR << /Font << /F1 5 0 R >> >>',
} = {}) {
  return `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [8 0 R 9 0 R @ 0 R ${fields}] /SigFlags 3 ${resources} ${form} >> ${entries} >>`;
}

function page({ entries = '', annotations = '8 0 R 9 0 R 10 0 R @ 0 R', more = '' } = {}) {
  return `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [${annotations} ${more}] ${entries} >>`;
}

/** Each of the keys with its value. */
type Entries = Record<string, string>;

function written(entries: Entries): [key: string, entry: string][] {
  return Object.entries(entries).map(([key, value]) => {
    const [name = key, inner, ...deeper] = key.split('/');
    const nested = [inner, ...deeper].filter((part) => part !== undefined);
    const whole = nested.reduceRight((text, part) => `<< /${part} ${text} >>`, value);
    return [key, `/${name} ${whole}`];
  });
}

const common = { 60: black, 61: stream('/Type /EmbeddedFile', 'x'), 62: '<< /Type /OCG /Name (New) >>' };

function ofCatalog(entries: Entries, finding: RevisionCase['finding']): RevisionCase[] {
  return written(entries).map(([key, entry]) => ({
    where: 'catalogue',
    key,
    update: { 1: catalog({ entries: `${key === 'OCProperties' ? '' : layers} ${entry}` }), ...common },
    finding,
  }));
}

function ofForm(entries: Entries, finding: RevisionCase['finding']): RevisionCase[] {
  return written(entries).map(([key, entry]) => ({
    where: 'form',
    key,
    update: { 1: catalog({ form: entry, ...(key.startsWith('DR') ? { resources: '' } : {}) }), ...common },
    finding,
  }));
}

function ofPage(entries: Entries, finding: RevisionCase['finding']): RevisionCase[] {
  return written(entries).map(([key, entry]) => ({
    where: 'page',
    key,
    update: { 3: page({ entries: entry }), ...common },
    finding,
    pages: finding === 'nothing' ? [] : [1],
  }));
}

function newField(entries: string, { type = 'Sig', rectangle = `/Rect ${overText}` } = {}) {
  return {
    1: catalog({ fields: '70 0 R' }),
    3: page({ more: '70 0 R' }),
    70: `<< /Type /Annot /Subtype /Widget /FT /${type} /P 3 0 R ${rectangle} ${entries} >>`,
    ...common,
  };
}

function ofSignatureField(entries: Entries, finding: RevisionCase['finding']): RevisionCase[] {
  return written(entries).map(([key, entry]) => ({
    where: 'new signature field',
    key,
    update: newField(`${key === 'T' ? '' : '/T (New)'} ${entry}`, key === 'Rect' ? { rectangle: '' } : {}),
    finding,
    pages: finding === 'nothing' ? [] : [1],
  }));
}

/** The text field, as it is sent for these. */
const textField = (entries = '') =>
  `<< /Type /Annot /Subtype /Widget /FT /Tx ${/\/T \(/.test(entries) ? '' : '/T (Place)'} ${/\/V /.test(entries) ? '' : '/V (Paris)'} ${/\/Rect /.test(entries) ? '' : '/Rect [60 500 260 520]'} ${/\/DA /.test(entries) ? '' : '/DA (/F1 12 Tf 0 g)'} /P 3 0 R ${entries} >>`;

/** The signature field, with a background over the text. */
const waitingField = (entries: string) =>
  `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Intern) /Rect ${overText} /P 3 0 R /MK << /BG [0] >> ${entries} >>`;

function ofTextField(entries: Entries, finding: RevisionCase['finding']): RevisionCase[] {
  return written(entries).map(([key, entry]) => ({
    where: 'field that was there',
    key,
    sent: { 8: textField() },
    update: { 8: textField(entry), ...common },
    finding,
    pages: finding === 'nothing' ? [] : [1],
  }));
}

function newAnnotation(entries: string, subtype = 'Square') {
  return {
    3: page({ more: '70 0 R' }),
    70: `<< /Type /Annot /Subtype /${subtype} /Rect ${overText} ${entries} >>`,
    71: `<< /Type /Annot /Subtype /Popup /Rect ${overText} /Parent 70 0 R >>`,
    ...common,
  };
}

function ofAnnotation(entries: Entries, finding: RevisionCase['finding']): RevisionCase[] {
  return written(entries).map(([key, entry]) => ({
    where: 'new annotation',
    key,
    update: newAnnotation(entry),
    finding,
    pages: [1],
  }));
}

const link = (entries = '') =>
  `<< /Type /Annot /Subtype /Link ${/\/Rect /.test(entries) ? '' : '/Rect [60 60 260 80]'} ${/\/A /.test(entries) ? '' : '/A << /S /URI /URI (https://example.org/) >>'} ${entries} >>`;

function ofLink(entries: Entries, finding: RevisionCase['finding']): RevisionCase[] {
  return written(entries).map(([key, entry]) => ({
    where: 'annotation that was there',
    key,
    update: { 10: link(entry), ...common },
    finding,
    pages: finding === 'nothing' ? [] : [1],
  }));
}

const words = 'BT /F1 24 Tf 60 700 Td (Gratification: 600 EUR) Tj ET';
const hex = (text: string) => Buffer.from(text).toString('hex');
/** Poppler looks for a key otherwise where there are more than 32. */
const manyKeys = Array.from({ length: 60 }, (_, index) => `/Private${index} 1`).join(' ');
const turnedPages =
  '<< /Type /Pages /Kids [3 0 R 7 0 R] /Count 2 /MediaBox [0 0 595 842] /Rotate 90 /Resources << /Font << /F1 5 0 R >> /XObject << /P1 6 0 R >> >> >>';

const painted = (cases: RevisionCase[]) => cases.map((one): RevisionCase => ({ ...one, isPainted: true }));

/** Of a tagged document: a paragraph for the text, which may be read aloud as something else. */
const tagged = (paragraph: string, kids = '13 0 R', parents = '0 [13 0 R]') => ({
  12: `<< /Type /StructTreeRoot /K [${kids}] /ParentTree << /Nums [${parents}] >> /ParentTreeNextKey 1 >>`,
  13: `<< /Type /StructElem /S /P /P 12 0 R /Pg 3 0 R /K 0 ${paragraph} >>`,
});
const taggedSent = { 1: catalogSent('/StructTreeRoot 12 0 R /MarkInfo << /Marked true >>') };
const taggedNow = catalog({ entries: `${layers} /StructTreeRoot 12 0 R /MarkInfo << /Marked true >>` });

function catalogSent(entries: string, form = '') {
  return `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [8 0 R 9 0 R] /DR << /Font << /F1 5 0 R >> >> ${form} >> ${layers} ${entries} >>`;
}

const tree = '<< /Names [(a) 61 0 R] >>';

export const revisionCases: RevisionCase[] = [
  ...ofCatalog(
    {
      OpenAction: script,
      AA: `<< /WC ${script} >>`,
      'Names/JavaScript': `<< /Names [(a) ${script}] >>`,
      'Names/EmbeddedFiles': '<< /Names [(a) << /Type /Filespec /F (a) /EF << /F 61 0 R >> >>] >>',
      'Names/Dests': '<< /Names [(a) [7 0 R /Fit]] >>',
      'Names/AP': tree,
      'Names/Pages': tree,
      'Names/Templates': tree,
      'Names/IDS': tree,
      'Names/URLS': tree,
      'Names/Renditions': tree,
      'Names/AlternatePresentations': tree,
      Dests: '<< /a [7 0 R /Fit] >>',
      AF: '[<< /Type /Filespec /F (a) /EF << /F 61 0 R >> >>]',
      Outlines: '<< /Type /Outlines /Count 0 >>',
      PageLabels: '<< /Nums [0 << /S /r >>] >>',
      PageMode: '/FullScreen',
      PageLayout: '/TwoColumnLeft',
      ViewerPreferences: '<< /HideMenubar true >>',
      Threads: '[<< /Type /Thread >>]',
      URI: '<< /Base (https://example.com/) >>',
      Collection: '<< /Type /Collection /D (a) >>',
      Lang: '(fr)',
      OutputIntents: '[<< /Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier (x) >>]',
      Requirements: '[<< /Type /Requirement /S /EnableJavaScripts >>]',
      Legal: '<< /JavaScriptActions 0 >>',
      NeedsRendering: 'true',
      SpiderInfo: '<< /V 1.0 >>',
      DPartRoot: '<< /Type /DPartRoot >>',
      StructTreeRoot: '<< /Type /StructTreeRoot >>',
      MarkInfo: '<< /Marked true >>',
      'Perms/UR3': '<< /Type /Sig >>',
      'DSS/Unknown': '[61 0 R]',
      'Extensions/ADBE/Unknown': '(x)',
      Unknown: 'true',
    },
    'pages-changed',
  ),
  ...painted(
    ofCatalog({ OCProperties: '<< /OCGs [11 0 R] /D << /OFF [11 0 R] >> >>' }, 'pages-changed').map(
      (one) => ({
        ...one,
        sent: {
          6: stream('/Type /XObject /Subtype /Form /BBox [0 0 300 50] /OC 11 0 R', '0 g 0 0 300 50 re f'),
        },
      }),
    ),
  ),
  ...ofCatalog(
    {
      Version: '/1.7',
      'Extensions/ESIC': '<< /BaseVersion /1.7 /ExtensionLevel 5 >>',
      DSS: '<< /Type /DSS /Certs [61 0 R] /OCSPs [61 0 R] /CRLs [61 0 R] >>',
      'DSS/VRI':
        '<< /0123456789ABCDEF0123456789ABCDEF01234567 << /Cert [61 0 R] /OCSP [61 0 R] /CRL [61 0 R] /TU (D:2026) /TS 61 0 R >> >>',
      'Perms/DocMDP': '<< /Type /Sig >>',
      Metadata: '61 0 R',
      PieceInfo: '<< /Program << /LastModified (D:2026) >> >>',
    },
    'nothing',
  ),
  {
    where: 'catalogue',
    key: 'StructTreeRoot',
    when: 'whose paragraph is read aloud as another text',
    sent: taggedSent,
    more: [tagged('')[12], tagged('')[13]],
    update: tagged('/ActualText (0 EUR)'),
    finding: 'pages-changed',
  },
  {
    where: 'catalogue',
    key: 'StructTreeRoot',
    when: 'with contents in a new element',
    sent: taggedSent,
    more: [tagged('')[12], tagged('')[13]],
    update: { ...tagged('', '13 0 R 70 0 R'), 70: '<< /Type /StructElem /S /P /P 12 0 R /Pg 3 0 R /K 0 >>' },
    finding: 'pages-changed',
  },
  {
    where: 'catalogue',
    key: 'StructTreeRoot',
    when: 'that leads from a page to another element',
    sent: taggedSent,
    more: [tagged('')[12], tagged('')[13]],
    update: { ...tagged('', '13 0 R', '0 [70 0 R]'), 70: '<< /Type /StructElem /S /P /P 12 0 R /K 0 >>' },
    finding: 'pages-changed',
  },
  {
    where: 'catalogue',
    key: 'StructTreeRoot/K',
    when: 'with an element for a new signature field',
    sent: taggedSent,
    more: [tagged('')[12], tagged('')[13]],
    update: {
      ...newField('/T (New) /StructParent 1', { rectangle: '/Rect [0 0 0 0]' }),
      1: taggedNow.replace('@ 0 R', '@ 0 R 70 0 R'),
      ...tagged('', '13 0 R 71 0 R', '0 [13 0 R] 1 71 0 R'),
      71: '<< /Type /StructElem /S /Form /P 12 0 R /K << /Type /OBJR /Obj 70 0 R /Pg 3 0 R >> >>',
    },
    finding: 'nothing',
  },

  ...ofForm(
    {
      NeedAppearances: 'true',
      XFA: '[(template) 61 0 R]',
      CO: '[8 0 R]',
      Unknown: 'true',
      'DR/Font': '<< /F1 << /Type /Font /Subtype /Type1 /BaseFont /Courier >> >>',
    },
    'pages-changed',
  ),
  ...ofForm({ DA: '(/F1 12 Tf 1 g)', Q: '2' }, 'forms-filled'),
  ...painted(
    ofForm({ DA: '(/F1 12 Tf 1 g)' }, 'pages-changed').map((one) => ({
      ...one,
      when: 'in the place of another',
      sent: { 1: catalogSent('', '/DA (/F1 12 Tf 0 g)') },
    })),
  ),
  {
    where: 'form',
    key: 'NeedAppearances',
    when: 'which was true and is false',
    sent: { 1: catalogSent('', '/NeedAppearances true') },
    update: { 1: catalog({ form: '/NeedAppearances false' }) },
    finding: 'pages-changed',
  },
  {
    where: 'form',
    key: 'DR/Font',
    when: 'with a font that a field asked for in vain',
    sent: { 8: textField('/DA (/Helv 12 Tf 0 g)') },
    update: { 1: catalog({ resources: '/DR << /Font << /F1 5 0 R /Helv 5 0 R >> >>' }) },
    finding: 'forms-filled',
  },
  {
    where: 'form',
    key: 'DR/Font',
    when: 'with a font that nothing asked for',
    update: { 1: catalog({ resources: '/DR << /Font << /F1 5 0 R /Helv 5 0 R >> >>' }) },
    finding: 'nothing',
  },
  {
    where: 'form',
    key: 'DR/Font',
    when: 'with a font whose name the field wrote in numbers',
    sent: { 8: textField('/DA (/He#6cv 12 Tf 0 g)') },
    update: {
      1: catalog({ resources: '/DR << /Font << /F1 5 0 R /Helv 70 0 R >> >>' }),
      70: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
    },
    finding: 'forms-filled',
    isPainted: true,
  },
  ...ofForm({ NeedAppearances: 'false' }, 'nothing').map((one) => ({ ...one, when: 'which is false' })),
  {
    where: 'form',
    key: 'SigFlags',
    update: { 1: catalog().replace('/SigFlags 3', '/SigFlags 1') },
    finding: 'nothing',
  },

  ...painted(ofPage({ Rotate: '90' }, 'pages-changed')),
  ...['null', '(a)', '[90]'].map(
    (own): RevisionCase => ({
      where: 'page',
      key: 'Rotate',
      when: `of all pages, where the page says ${own}`,
      sent: {
        3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Annots [8 0 R 9 0 R 10 0 R] /Rotate ${own} >>`,
        7: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Rotate 0 >>',
      },
      update: { 2: turnedPages },
      ...(own === 'null'
        ? { finding: 'pages-changed', pages: [1] }
        : { finding: 'not-comparable', pages: [] }),
      isPainted: true,
    }),
  ),
  {
    where: 'page',
    key: 'Contents',
    when: 'whose length leads into the update',
    sent: { 4: `<< /Length 12 0 R >>\nstream\n${words}\nendstream` },
    more: [String(words.length)],
    update: { 12: '1000000', 60: black },
    finding: 'not-comparable',
    isPainted: true,
  },
  {
    where: 'page',
    key: 'Contents',
    when: 'said twice among many keys',
    sent: { 3: page({ entries: manyKeys, annotations: '8 0 R 9 0 R 10 0 R' }) },
    update: {
      3: page({ entries: manyKeys }).replace('/Contents 4 0 R', '/Contents 70 0 R /Contents 4 0 R'),
      70: content('0 EUR'),
    },
    finding: 'not-comparable',
    isPainted: true,
  },
  ...[
    ['a text', '(60\\', '060 EUR) Tj ET'],
    ['a text of several lines', '([0', ') Tj ET'],
    ['a comment', '(600 EUR) Tj % gross', '0 -40 Td (and more) Tj ET'],
  ].map(
    ([where, first = '', second = '']): RevisionCase => ({
      where: 'page',
      key: 'Contents',
      when: `parted in the middle of ${where}`,
      sent: { 4: stream('', `BT /F1 24 Tf 60 700 Td ${first}\n${second}`) },
      update: {
        3: page().replace('4 0 R', '[70 0 R 71 0 R]'),
        70: stream('', `BT /F1 24 Tf 60 700 Td ${first}`),
        71: stream('', second),
      },
      finding: 'not-comparable',
      ...(where === 'a text of several lines' ? {} : { isPainted: true }),
    }),
  ),
  {
    where: 'page',
    key: 'Contents',
    when: 'in the same parts, with the state saved around them',
    sent: { 4: stream('', words) },
    update: { 3: page().replace('4 0 R', '[70 0 R 4 0 R 71 0 R]'), 70: stream('', 'q'), 71: stream('', 'Q') },
    finding: 'nothing',
  },
  ...[
    ['hexadecimal, with a digit that is none', '/Filter /ASCIIHexDecode', `x${hex(words)}>`],
    ['hexadecimal', '/Filter /ASCIIHexDecode', `${hex(words)}>`],
    ['base 85 that begins with a mark', '/Filter /ASCII85Decode', "<~6<#'\\7PQ#1a#b0+>~>"],
  ].map(
    ([when, filter = '', data = '']): RevisionCase => ({
      where: 'page',
      key: 'Contents',
      when: `in ${when}`,
      sent: { 4: stream('', words) },
      update: { 4: stream(filter, data) },
      finding: 'pages-changed',
      pages: [1, 2],
    }),
  ),
  ...ofPage(
    {
      MediaBox: '[0 0 595 400]',
      CropBox: '[0 0 300 842]',
      BleedBox: '[0 0 300 842]',
      TrimBox: '[0 0 300 842]',
      ArtBox: '[0 0 300 842]',
      BoxColorInfo: '<< >>',
      UserUnit: '2',
      Group: '<< /S /Transparency /CS /DeviceCMYK >>',
      'Resources/Font': '<< /F1 << /Type /Font /Subtype /Type1 /BaseFont /Courier >> >>',
      AA: `<< /O ${script} >>`,
      Trans: '<< /S /Dissolve >>',
      Dur: '3',
      PresSteps: '<< >>',
      Thumb: '60 0 R',
      B: '[61 0 R]',
      StructParents: '1',
      VP: '[<< /BBox [0 0 9 9] >>]',
      AF: '[<< /Type /Filespec /F (a) /EF << /F 61 0 R >> >>]',
      OutputIntents: '[<< /Type /OutputIntent /S /GTS_PDFX >>]',
      SeparationInfo: '<< >>',
      TemplateInstantiated: '/a',
      DPart: '<< >>',
      ID: '(x)',
      PZ: '2',
      Unknown: 'true',
    },
    'pages-changed',
  ),
  {
    where: 'page',
    key: 'Rotate',
    when: 'which is no whole number any more',
    sent: { 7: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Rotate 90 >>' },
    update: { 7: '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Rotate 90.0 >>' },
    finding: 'pages-changed',
    pages: [2],
    isPainted: true,
  },
  {
    where: 'page',
    key: 'Contents',
    update: { 4: content('Gratification: 0 EUR') },
    finding: 'pages-changed',
    pages: [1, 2],
    isPainted: true,
  },
  {
    where: 'page',
    key: 'Annots',
    when: 'with one that lay beneath another, in its place',
    sent: {
      9: `<< /Type /Annot /Subtype /Stamp /Rect ${overText} /AP << /N 6 0 R >> >>`,
      10: `<< /Type /Annot /Subtype /Stamp /Rect ${overText} /AP << /N 12 0 R >> >>`,
      1: catalogSent('').replace(' 9 0 R', ''),
    },
    more: [black],
    update: { 3: page({ annotations: '8 0 R 10 0 R 9 0 R @ 0 R' }) },
    finding: 'pages-changed',
    pages: [1],
    isPainted: true,
  },
  ...ofPage({ MediaBox: '[0 0 595.0 842.]' }, 'nothing').map((one) => ({
    ...one,
    when: 'whose numbers are written otherwise',
  })),
  ...ofPage(
    {
      Tabs: '/S',
      LastModified: '(D:2026)',
      Metadata: '61 0 R',
      PieceInfo: '<< /Program << /LastModified (D:2026) >> >>',
    },
    'nothing',
  ),

  ...painted(
    ofSignatureField({ 'AP/N': '60 0 R', 'AP/N/On': '60 0 R', 'MK/BG': '[0]' }, 'annotations-added'),
  ),
  ...ofSignatureField(
    {
      'AP/D': '60 0 R',
      'AP/R': '60 0 R',
      'MK/BC': '[0]',
      'MK/CA': '(0 EUR)',
      'MK/RC': '(0 EUR)',
      'MK/AC': '(0 EUR)',
      'MK/I': '60 0 R',
      BS: '<< /W 9 >>',
      Border: '[0 0 9]',
      C: '[1 0 0]',
      OC: '62 0 R',
      AS: '/On',
      BM: '/Multiply',
      CA: '0.5',
      Contents: '(0 EUR)',
    },
    'annotations-added',
  ),
  ...(
    [
      ['32', 'which is printed alone', 'annotations-added'],
      ['2', 'which is hidden', 'nothing'],
      ['2.0', 'which is hidden by a number that is not whole', 'pages-changed'],
      ['4294967298', 'which is hidden by a number that is too large', 'pages-changed'],
    ] as const
  ).map(
    ([flags, when, finding]): RevisionCase => ({
      where: 'new signature field',
      key: finding === 'pages-changed' ? 'F' : 'AP/N',
      when,
      update: newField(`/T (New) /AP << /N 60 0 R >> /F ${flags}`),
      finding,
      pages: finding === 'nothing' ? [] : [1],
      ...(finding === 'pages-changed' ? { isPainted: true } : {}),
    }),
  ),
  {
    where: 'new signature field',
    key: 'MK/BG',
    when: 'all of it by reference',
    update: {
      ...newField('/T 75 0 R /MK 71 0 R', { rectangle: '/Rect 73 0 R' }),
      71: '<< /BG 72 0 R >>',
      72: '[0]',
      73: '[60 690 74 0 R 730]',
      74: '300',
      75: '(New)',
    },
    finding: 'annotations-added',
    pages: [1],
    isPainted: true,
  },
  {
    where: 'new signature field',
    key: 'MK/BG',
    when: 'in a widget apart from the field',
    update: {
      ...newField(''),
      3: page({ more: '71 0 R' }),
      70: '<< /FT /Sig /T (New) /Kids [71 0 R] >>',
      71: `<< /Type /Annot /Subtype /Widget /Parent 70 0 R /Rect ${overText} /MK << /BG [0] >> >>`,
    },
    finding: 'annotations-added',
    pages: [1],
  },
  {
    where: 'new signature field',
    key: 'AA',
    when: 'in a field apart from its widget',
    update: {
      ...newField(''),
      3: page({ more: '71 0 R' }),
      70: `<< /FT /Sig /T (New) /Kids [71 0 R] /AA << /F ${script} >> >>`,
      71: `<< /Type /Annot /Subtype /Widget /Parent 70 0 R /Rect ${overText} >>`,
    },
    finding: 'pages-changed',
    pages: [1],
  },
  {
    where: 'new signature field',
    key: 'AA',
    when: 'without a place to be seen',
    update: newField(`/T (New) /AA << /PO ${script} >>`, { rectangle: '/Rect [0 0 0 0]' }),
    finding: 'pages-changed',
    pages: [1],
  },
  ...ofSignatureField(
    {
      A: script,
      'A/URI': '(https://example.com/) /S /URI',
      'AA/E': script,
      'AA/K': script,
      PA: '<< /S /URI /URI (https://example.com/) >>',
      Dest: '[7 0 R /Fit]',
      PMD: '<< >>',
      AF: '[<< /Type /Filespec /F (a) >>]',
      'SV/Cert/URL': '(https://example.com/)',
      'SV/TimeStamp/URL': '(https://example.com/)',
      Rect: '[60 690 (x) 730]',
      V: '(0 EUR)',
      'AP/Unknown': '60 0 R',
      'MK/Unknown': '60 0 R',
      DV: '(0 EUR)',
      Opt: '[(0 EUR)]',
      Unknown: 'true',
    },
    'pages-changed',
  ),
  {
    where: 'new signature field',
    key: 'AP/N',
    when: 'that is in another file',
    update: {
      ...newField('/T (New) /AP << /N 71 0 R >>'),
      71: stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /F (another.pdf)', ''),
    },
    finding: 'pages-changed',
    pages: [1],
  },
  {
    where: 'new signature field',
    key: 'AP/N',
    when: 'that is a page of another file',
    update: {
      ...newField('/T (New) /AP << /N 71 0 R >>'),
      71: stream('/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Ref << /F (another.pdf) /Page 0 >>', 'n'),
    },
    finding: 'pages-changed',
    pages: [1],
  },
  ...ofSignatureField(
    {
      T: '(New)',
      TU: '(Here the tutor signs)',
      TM: '(tutor)',
      NM: '(tutor)',
      M: '(D:2026)',
      F: '132',
      Ff: '1',
      H: '/N',
      DA: '(/F1 0 Tf 0 g)',
      StructParent: '1',
      Rect: overText,
      Lock: '<< /Type /SigFieldLock /Action /All >>',
      SV: '<< /Type /SV /Ff 1 /SubFilter [/ETSI.CAdES.detached] /DigestMethod [(SHA256)] >>',
    },
    'nothing',
  ),

  ...painted(ofTextField({ V: '(Lyon)', 'AP/N': '60 0 R' }, 'forms-filled')),
  ...ofTextField({ RV: '(<p>Lyon</p>)', I: '[0]', AS: '/On', M: '(D:2026)', Ff: '1' }, 'forms-filled'),
  ...painted(ofTextField({ 'MK/BG': '[0]', DA: '(/F1 12 Tf 1 g)', F: '2', Rect: overText }, 'pages-changed')),
  ...ofTextField(
    {
      BS: '<< /W 9 >>',
      Border: '[0 0 9]',
      C: '[1 0 0]',
      Q: '2',
      OC: '62 0 R',
      A: script,
      'AA/C': script,
      Dest: '[7 0 R /Fit]',
      TU: '(Another name)',
      T: '(Another)',
      DV: '(Lyon)',
      MaxLen: '2',
      Parent: '9 0 R',
      StructParent: '1',
      Unknown: 'true',
    },
    'pages-changed',
  ),
  ...ofTextField({ Ff: '8192' }, 'pages-changed').map((one) => ({
    ...one,
    when: 'that hides what is typed',
  })),
  {
    where: 'field that was there',
    key: 'F',
    when: 'that hid it',
    sent: { 8: textField('/F 2') },
    update: { 8: textField('/F 4') },
    finding: 'pages-changed',
    pages: [1],
    isPainted: true,
  },
  {
    where: 'field that was there',
    key: 'F',
    when: 'that hid it, and is no whole number now',
    sent: { 8: textField('/F 2') },
    update: { 8: textField('/F 2.0') },
    finding: 'pages-changed',
    pages: [1],
    isPainted: true,
  },
  {
    where: 'field that was there',
    key: 'Parent',
    when: 'which it inherits its value from',
    sent: {
      1: catalogSent('').replace('[8 0 R', '[12 0 R'),
      8: '<< /Type /Annot /Subtype /Widget /Parent 12 0 R /Rect [60 500 260 520] /P 3 0 R >>',
    },
    more: ['<< /FT /Tx /T (Place) /V (Paris) /DA (/F1 12 Tf 0 g) /Kids [8 0 R] >>'],
    update: {
      8: '<< /Type /Annot /Subtype /Widget /Parent 70 0 R /Rect [60 500 260 520] /P 3 0 R >>',
      70: '<< /FT /Tx /T (Place) /V (0 EUR) /DA (/F1 12 Tf 0 g) /Kids [8 0 R] >>',
    },
    finding: 'pages-changed',
    pages: [1],
  },
  ...['[]', '[99 0 R]', '[70 0 R]'].map(
    (list): RevisionCase => ({
      where: 'field that was there',
      key: 'Kids',
      when: `${list} of one that the viewer draws`,
      sent: { 8: textField() },
      update: { 8: textField(`/Kids ${list}`), 70: '<< /FT /Sig /T (New) /Parent 8 0 R >>' },
      finding: 'pages-changed',
      pages: [1],
      isPainted: true,
    }),
  ),
  {
    where: 'field that was there',
    key: 'F',
    when: 'that hid the background of a field that waits, which has a value now',
    sent: { 9: waitingField('/F 2') },
    update: { 9: waitingField('/F 4 /V 70 0 R'), 70: '<< /Type /Sig /Filter /Adobe.PPKLite >>' },
    finding: 'annotations-added',
    pages: [1],
    isPainted: true,
  },
  {
    where: 'field that was there',
    key: 'Kids',
    when: 'which it is no longer one of, so that it inherits no value',
    sent: {
      1: catalogSent('').replace('[8 0 R', '[12 0 R'),
      8: textField('/Parent 12 0 R').replace('/V (Paris)', ''),
    },
    more: ['<< /T (Form) /FT /Tx /V (Paris) /Kids [8 0 R] >>'],
    update: { 1: catalog({ fields: '12 0 R' }), 12: '<< /T (Form) /FT /Tx /V (Paris) /Kids [] >>' },
    finding: 'pages-changed',
    pages: [1],
  },
  {
    where: 'field that was there',
    key: 'V',
    when: 'which its widget inherits',
    sent: {
      1: catalogSent('').replace('[8 0 R', '[12 0 R'),
      8: '<< /Type /Annot /Subtype /Widget /Parent 12 0 R /Rect [60 500 260 520] /P 3 0 R >>',
    },
    more: ['<< /FT /Tx /T (Place) /V (Paris) /DA (/F1 12 Tf 0 g) /Kids [8 0 R] >>'],
    update: { 12: '<< /FT /Tx /T (Place) /V (Lyon) /DA (/F1 12 Tf 0 g) /Kids [8 0 R] >>' },
    finding: 'forms-filled',
    pages: [1],
    isPainted: true,
  },
  ...[
    { key: 'MK/BG', entry: '/MK << /BG [0] >>' },
    { key: 'AP/N', entry: '/AP << /N 60 0 R >>' },
    { key: 'AA', entry: `/AA << /E ${script} >>` },
    { key: 'F', entry: '/F 2' },
    { key: 'Lock', entry: '/Lock << /Type /SigFieldLock /Action /All >>' },
  ].map(
    ({ key, entry }): RevisionCase => ({
      where: 'field that was there',
      key,
      when: 'and waits for a signature',
      update: {
        9: `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Intern) /Rect [60 100 260 160] /P 3 0 R ${key === 'F' ? '' : '/F 4'} ${entry} >>`,
        ...common,
      },
      finding: 'pages-changed',
      pages: [1],
    }),
  ),
  {
    where: 'field that was there',
    key: 'AP/N',
    when: 'and has a value now that is no signature',
    update: {
      9: '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Intern) /Rect [60 100 260 160] /P 3 0 R /F 4 /AP << /N 60 0 R >> /V << /Type /Sig >> >>',
      ...common,
    },
    finding: 'annotations-added',
    pages: [1],
    isPainted: true,
  },
  ...ofTextField({ P: '3 0 R' }, 'nothing').map((one) => ({
    ...one,
    sent: { 8: textField().replace('/P 3 0 R', '') },
  })),

  ...painted(ofAnnotation({ 'AP/N': '60 0 R', C: '[1 0 0]', IC: '[0]' }, 'annotations-added')),
  ...ofAnnotation(
    {
      'AP/D': '60 0 R',
      'AP/R': '60 0 R',
      Border: '[0 0 9]',
      BS: '<< /W 9 >>',
      BE: '<< /S /C /I 2 >>',
      OC: '62 0 R',
      Contents: '(0 EUR)',
      RC: '(<p>0 EUR</p>)',
      DA: '(/F1 24 Tf)',
      Popup: '8 0 R',
      IRT: '8 0 R',
      T: '(Ada)',
      Subj: '(a)',
      CreationDate: '(D:2026)',
      QuadPoints: '[60 690 300 690 60 730 300 730]',
      InkList: '[[60 690 300 730]]',
      Vertices: '[60 690 300 730]',
      L: '[60 690 300 730]',
      CA: '0.5',
      RD: '[1 1 1 1]',
      NM: '(a)',
      M: '(D:2026)',
      F: '4',
    },
    'annotations-added',
  ),
  ...ofAnnotation(
    {
      A: '<< /S /URI /URI (https://example.com/) >>',
      'AA/E': script,
      'AA/PV': script,
      PA: '<< /S /URI /URI (https://example.com/) >>',
      Dest: '[7 0 R /Fit]',
      FS: '<< /Type /Filespec /F (a) /EF << /F 61 0 R >> >>',
      Sound: '61 0 R',
      Movie: '<< /F (a) >>',
      RichMediaContent: '<< >>',
      '3DD': '61 0 R',
      '3DA': '<< /A /PO >>',
      AF: '[<< /Type /Filespec /F (a) /EF << /F 61 0 R >> >>]',
      ExData: '<< /Type /ExData >>',
      Unknown: 'true',
    },
    'pages-changed',
  ),
  {
    where: 'new annotation',
    key: 'AA/E',
    when: 'of a new field of another kind',
    update: newField(`/T (New) /AA << /E ${script} >>`, { type: 'Tx' }),
    finding: 'pages-changed',
    pages: [1],
  },
  {
    where: 'new annotation',
    key: 'V',
    when: 'of a new field of another kind',
    update: newField('/T (New) /V (0 EUR) /DA (/F1 24 Tf 0 g)', { type: 'Tx' }),
    finding: 'annotations-added',
    pages: [1],
    isPainted: true,
  },

  ...ofLink(
    {
      A: script,
      'AA/E': script,
      PA: '<< /S /URI /URI (https://example.com/) >>',
      'AP/N': '60 0 R',
      C: '[1 0 0]',
      F: '2',
      OC: '62 0 R',
      Contents: '(0 EUR)',
      QuadPoints: '[60 60 260 60 60 80 260 80]',
      StructParent: '1',
      Unknown: 'true',
    },
    'pages-changed',
  ),
  ...painted(ofLink({ Border: '[0 0 9]', Rect: '[60 400 260 420]' }, 'pages-changed')),
  ...ofLink({ P: '3 0 R' }, 'nothing'),
];

/** The document that was sent for a case. */
export function sentFor({ sent = {}, more = [] }: RevisionCase): Uint8Array {
  return agreementPdf({ entries: sent, more });
}

/** What is made of a document, once: nearly all cases begin with the same few. */
export function onceOfEach<T>(
  make: (document: Uint8Array) => Promise<T>,
): (document: Uint8Array) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (document) => {
    const bytes = Buffer.from(document).toString('latin1');
    const known = made.get(bytes) ?? make(document);
    made.set(bytes, known);
    return known;
  };
}

/** The document once it was signed, with the update of the case behind that. */
export function updatedFor({ update }: RevisionCase, signed: Uint8Array): Uint8Array {
  const field = /(?<!\d)(\d+) 0 obj\s*<<\s*\/Type \/Annot/.exec(
    Buffer.from(signed).toString('latin1').split('%%EOF')[1] ?? '',
  )?.[1];
  if (field === undefined) throw new Error('The document was not signed');
  const objects = Object.entries(update).map(([number, object]) => [
    number,
    object?.replaceAll('@', field) ?? null,
  ]);
  return updatedPdf(signed, Object.fromEntries(objects));
}
