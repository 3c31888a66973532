/** Which names an authority may certify (RFC 5280 §4.2.1.10): mail addresses, host names, names of directories. */
import { type Certificate, extensionIds } from './certificate.ts';
import { at, contextTag, Der, hex, partOf } from './der.ts';

interface Name {
  /** Its tag: 0x81 a mail address, 0x82 a host name, 0xa4 of a directory. */
  tag: number;
  text: string;
  /** Of a directory: its parts, as encoded. */
  parts: string[];
}

const mail = 0x81;
const host = 0x82;
const directory = contextTag(4);
const mailInSubject = '1.2.840.113549.1.9.1';

/** Whether all names of the one are among those that the other may certify. */
export function namesPermitted(certificate: Certificate, authority: Certificate): boolean {
  const constraints = authority.extensions.get(extensionIds.nameConstraints);
  if (constraints === undefined) return true;
  const parts = constraints.value.children;
  const permitted = treesIn(partOf(parts, contextTag(0)));
  const excluded = treesIn(partOf(parts, contextTag(1)));
  return namesOf(certificate).every((name) => {
    const ofKind = permitted.filter(({ tag }) => tag === name.tag);
    const isConstrained = [...ofKind, ...excluded].some(({ tag }) => tag === name.tag);
    // §4.2: whoever cannot process a constraint must reject what it is about.
    if (isConstrained && ![mail, host, directory].includes(name.tag)) return false;
    if (excluded.some((tree) => tree.tag === name.tag && isWithin(name, tree))) return false;
    return ofKind.length === 0 || ofKind.some((tree) => isWithin(name, tree));
  });
}

function treesIn(subtrees: Der | undefined): Name[] {
  return (subtrees?.children ?? []).map((subtree) => nameIn(at(subtree.children, 0)));
}

function nameIn(name: Der): Name {
  const isDirectory = name.tag === directory;
  return {
    tag: name.tag,
    text: isDirectory ? '' : Buffer.from(name.content).toString('latin1').toLowerCase(),
    parts: isDirectory ? at(name.children, 0).children.map(({ whole }) => hex(whole)) : [],
  };
}

function namesOf({ subject, extensions }: Certificate): Name[] {
  const own = new Der(Buffer.from(subject, 'hex'));
  const mails = own.children
    .flatMap((set) => set.children.map((one) => one.children))
    .filter(([type]) => type?.oid === mailInSubject)
    .map(([, value]) => ({
      tag: mail,
      text: Buffer.from(value?.content ?? [])
        .toString('latin1')
        .toLowerCase(),
      parts: [],
    }));
  const others = extensions.get(extensionIds.alternativeName)?.value.children ?? [];
  return [
    { tag: directory, text: '', parts: own.children.map(({ whole }) => hex(whole)) },
    ...mails,
    ...others.map(nameIn),
  ].filter(({ tag, parts }) => tag !== directory || parts.length > 0);
}

function isWithin(name: Name, tree: Name): boolean {
  if (name.tag === directory) return tree.parts.every((part, index) => part === name.parts[index]);
  if (name.tag === host)
    return tree.text === '' || name.text === tree.text || name.text.endsWith(`.${tree.text}`);
  const domain = name.text.slice(name.text.lastIndexOf('@') + 1);
  if (tree.text.includes('@')) return name.text === tree.text;
  return tree.text.startsWith('.') ? domain.endsWith(tree.text) : domain === tree.text;
}
