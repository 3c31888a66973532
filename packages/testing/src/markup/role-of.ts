import { attributeOf, type Element } from './tree.ts';

/** The roles that tags have by themselves (W3C, "HTML Accessibility API Mappings"), as far as pages of ours use them. */
const roles: Readonly<Record<string, string>> = {
  article: 'article',
  aside: 'complementary',
  button: 'button',
  caption: 'caption',
  dd: 'definition',
  details: 'group',
  dialog: 'dialog',
  dt: 'term',
  fieldset: 'group',
  footer: 'contentinfo',
  form: 'form',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  header: 'banner',
  img: 'img',
  li: 'listitem',
  // No link that anybody follows; HTML calls it a "link to an external resource".
  link: 'resource',
  main: 'main',
  nav: 'navigation',
  ol: 'list',
  option: 'option',
  output: 'status',
  progress: 'progressbar',
  section: 'region',
  select: 'combobox',
  table: 'table',
  tbody: 'rowgroup',
  td: 'cell',
  textarea: 'textbox',
  th: 'columnheader',
  thead: 'rowgroup',
  tr: 'row',
  ul: 'list',
};

const rolesOfInputs: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  email: 'textbox',
  number: 'spinbutton',
  radio: 'radio',
  search: 'searchbox',
  submit: 'button',
  tel: 'textbox',
  text: 'textbox',
  url: 'textbox',
};

/** Its own, that of its tag, or where there is none the name of the tag itself, such as `pre`, `summary` or `meta`. */
export function roleOf(element: Element): string {
  const { tagName } = element;
  const given = attributeOf(element, 'role');
  if (given !== undefined) return given;
  if (tagName === 'a') return attributeOf(element, 'href') === undefined ? 'a' : 'link';
  if (tagName === 'th' && attributeOf(element, 'scope') === 'row') return 'rowheader';
  if (tagName === 'input') return rolesOfInputs[attributeOf(element, 'type') ?? 'text'] ?? 'input';
  return roles[tagName] ?? tagName;
}
