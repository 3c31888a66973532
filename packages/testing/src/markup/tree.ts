import type { DefaultTreeAdapterTypes } from 'parse5';

export type Node = DefaultTreeAdapterTypes.ChildNode;
export type Element = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.ParentNode;

export function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

export function attributeOf({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value;
}

/** All elements below, in the order of the page. */
export function elementsIn({ childNodes }: Parent): Element[] {
  return childNodes.filter(isElement).flatMap((element) => [element, ...elementsIn(element)]);
}

/** The elements that an attribute such as `aria-labelledby` names, in its order. */
export function namedBy(element: Element, attribute: string): Element[] {
  const ids = attributeOf(element, attribute)?.split(/\s+/).filter(Boolean) ?? [];
  if (ids.length === 0) return [];
  const all = elementsIn(rootOf(element));
  return ids.map((id) => {
    const found = all.find((other) => attributeOf(other, 'id') === id);
    if (found === undefined) throw new Error(`${attribute} names #${id}, which is not on the page`);
    return found;
  });
}

export function rootOf(element: Element): Parent {
  let parent: Parent = element;
  while ('parentNode' in parent && parent.parentNode !== null) parent = parent.parentNode;
  return parent;
}
