/** Which names an authority may certify (RFC 5280 §4.2.1.10): mail addresses, host names, names of directories. */
import { domainToASCII } from 'node:url';
import { type Certificate, extensionIds } from './certificate.ts';
import { at, contextTag, type Der, partOf } from './der.ts';
import { comparableParts, textOf } from './distinguished-name.ts';

interface Name {
  /** Its tag: 0x81 a mail address, 0x82 a host name, 0xa4 of a directory. */
  tag: number;
  text: string;
  /** Of a directory: its parts, comparable. */
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
  return (subtrees?.children ?? []).map((subtree) => {
    const [base, ...bounds] = subtree.children;
    // RFC 5280 §4.2.1.10: they are not used; whoever cannot process them must reject.
    if (base === undefined || bounds.some(({ tag, hex }) => tag !== 0x80 || hex !== '00'))
      throw new Error('The subtree has bounds');
    return nameIn(base);
  });
}

/** RFC 9598: an address of mail beyond ASCII, which stands among other names. */
const otherName = contextTag(0);
const internationalMail = '1.3.6.1.5.5.7.8.9';

function nameIn(name: Der): Name {
  if (name.tag === otherName && at(name.children, 0).oid === internationalMail) {
    const text = textOf(at(at(name.children, 1).children, 0)) ?? '';
    const host = text.lastIndexOf('@') + 1;
    return { tag: mail, text: text.slice(0, host) + domainToASCII(text.slice(host)), parts: [] };
  }
  const isDirectory = name.tag === directory;
  return {
    tag: name.tag,
    text: isDirectory ? '' : withoutCase(Buffer.from(name.content).toString('latin1')),
    parts: isDirectory ? comparableParts(at(name.children, 0)) : [],
  };
}

/** RFC 5280 §7.5: of a mailbox what stands before the host goes by case. */
function withoutCase(text: string): string {
  const host = text.lastIndexOf('@') + 1;
  return text.slice(0, host) + text.slice(host).toLowerCase();
}

function namesOf({ encoded: { subject }, extensions }: Certificate): Name[] {
  const mails = subject.children
    .flatMap((set) => set.children.map((one) => one.children))
    .filter(([type]) => type?.oid === mailInSubject)
    .map(([, value]) => ({
      tag: mail,
      text: withoutCase((value && textOf(value)) ?? ''),
      parts: [],
    }));
  const others = extensions.get(extensionIds.alternativeName)?.value.children ?? [];
  return [
    { tag: directory, text: '', parts: comparableParts(subject) },
    ...mails,
    ...others.map(nameIn),
  ].filter(({ tag, parts }) => tag !== directory || parts.length > 0);
}

function isWithin(name: Name, tree: Name): boolean {
  if (name.tag === directory) return tree.parts.every((part, index) => part === name.parts[index]);
  if (name.tag === host)
    return (
      tree.text === '' || name.text === tree.text || name.text.endsWith(`.${tree.text.replace(/^\./, '')}`)
    );
  const domain = name.text.slice(name.text.lastIndexOf('@') + 1);
  if (tree.text.includes('@')) return name.text === tree.text;
  return tree.text.startsWith('.') ? domain.endsWith(tree.text) : domain === tree.text;
}
