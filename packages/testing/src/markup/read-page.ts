import { parse } from 'parse5';
import { nameOf } from './name-of.ts';
import { roleOf } from './role-of.ts';
import { textOf } from './text-of.ts';
import { attributeOf, type Element, elementsIn, namedBy } from './tree.ts';

/** An element as those who use a page are told of it. */
export interface PageElement {
  /** That of ARIA, or the name of the tag where it has none, such as `pre` or `meta`. */
  readonly role: string;
  /** What a screen reader calls it: the label of a control, the text of a link, the caption of a table. */
  readonly name: string;
  /** As it is read: white space as one space, blocks and `<br>` on lines of their own. */
  readonly text: string;
  attribute(name: string): string | undefined;
  /** What this attribute, such as `aria-describedby`, points at. */
  namedBy(attribute: string): PageElement[];
  /** All below it of a role, or of one of several, and of a name; in the order of the page. */
  all(role: string | readonly string[], name?: string | RegExp): PageElement[];
  /**
   * The one below it of a role and a name.
   *
   * @throws Error when there is none, or several
   */
  get(role: string, name?: string | RegExp): PageElement;
  /** The names of all of a role, such as the headings. */
  names(role: string): string[];
}

export interface Page extends PageElement {
  /** That of the whole page. */
  readonly language: string | undefined;
  readonly title: string;
}

/** What a browser makes of markup; without JavaScript, so that `<noscript>` is seen. */
export function readPage(markup: string): Page {
  const [html] = elementsIn(parse(markup, { scriptingEnabled: false }));
  if (html === undefined) throw new Error('a document has an element');
  const page = pageElement(html);
  return Object.assign(page, { language: page.attribute('lang'), title: page.all('title')[0]?.text ?? '' });
}

function pageElement(element: Element): PageElement {
  const all: PageElement['all'] = (role, name) =>
    elementsIn(element)
      .filter(
        (inner) => [role].flat().includes(roleOf(inner)) && (name === undefined || isCalled(inner, name)),
      )
      .map(pageElement);
  return {
    role: roleOf(element),
    get name() {
      return nameOf(element);
    },
    get text() {
      return textOf(element);
    },
    attribute: (name) => attributeOf(element, name),
    namedBy: (attribute) => namedBy(element, attribute).map(pageElement),
    all,
    get(role, name) {
      const [found, ...others] = all(role, name);
      if (found !== undefined && others.length === 0) return found;
      const there = all(role).map((one) => JSON.stringify(one.name));
      throw new Error(
        `${others.length === 0 ? 'no' : 'more than one'} ${role} ${name ?? ''}; there are: ${there.join(', ')}`,
      );
    },
    names: (role) => all(role).map(({ name }) => name),
  };
}

function isCalled(element: Element, name: string | RegExp): boolean {
  return typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element));
}
