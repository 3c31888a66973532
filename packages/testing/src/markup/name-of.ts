import { roleOf } from './role-of.ts';
import { spokenTextOf } from './text-of.ts';
import { attributeOf, type Element, elementsIn, isElement, namedBy, rootOf } from './tree.ts';

const controls = new Set(['input', 'progress', 'select', 'textarea']);
/** What a screen reader does not call by its content. */
const containers = new Set([
  ...[
    'article',
    'banner',
    'complementary',
    'contentinfo',
    'dialog',
    'form',
    'group',
    'list',
    'main',
    'navigation',
  ],
  ...['region', 'rowgroup', 'table'],
]);

/** The name that a screen reader calls an element by (W3C, "Accessible Name and Description Computation"). */
export function nameOf(element: Element): string {
  const labels = namedBy(element, 'aria-labelledby');
  if (labels.length > 0) return labels.map(spokenTextOf).join(' ');
  const given = attributeOf(element, 'aria-label') ?? ownName(element);
  return given ?? attributeOf(element, 'title') ?? '';
}

function ownName(element: Element): string | undefined {
  const { tagName } = element;
  if (tagName === 'img') return attributeOf(element, 'alt');
  const heading = { details: 'summary', fieldset: 'legend', table: 'caption' }[tagName];
  if (heading !== undefined) return headed(element, heading);
  if (controls.has(tagName)) return labelled(element);
  return containers.has(roleOf(element)) ? undefined : spokenTextOf(element);
}

function headed({ childNodes }: Element, tagName: string): string | undefined {
  const heading = childNodes.filter(isElement).find((child) => child.tagName === tagName);
  return heading && spokenTextOf(heading);
}

function labelled(control: Element): string | undefined {
  if (roleOf(control) === 'button') return attributeOf(control, 'value');
  const id = attributeOf(control, 'id');
  const label = elementsIn(rootOf(control)).find(
    (element) =>
      element.tagName === 'label' &&
      ((id !== undefined && attributeOf(element, 'for') === id) || elementsIn(element).includes(control)),
  );
  return label && spokenTextOf(label);
}
