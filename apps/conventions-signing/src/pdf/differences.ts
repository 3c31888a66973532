import type { Comparison, ComparisonResult } from './signature-findings.ts';

/** Enough to look at; a record shows them all. */
const maxPagesNamed = 100;

const byGravity: ComparisonResult[] = [
  'pages-changed',
  'not-comparable',
  'annotations-added',
  'forms-filled',
  'signatures-added',
];

/** Collects what differs between two documents. */
export class Differences {
  readonly #found = new Map<ComparisonResult, Set<number>>();

  /** @param pages  from 1; none when it concerns the whole document, or nothing that is seen */
  add(result: ComparisonResult, pages: Iterable<number> = []): void {
    const known = this.#found.get(result) ?? new Set();
    this.#found.set(result, known);
    for (const page of pages) known.add(page);
  }

  /** The gravest of them; what cannot be compared is graver than all but a page that certainly changed. */
  gravest(): Comparison {
    const result = byGravity.find((candidate) => this.#found.has(candidate)) ?? 'unchanged';
    const pages = [...(this.#found.get(result) ?? [])].sort((a, b) => a - b);
    return { result, pages: pages.slice(0, maxPagesNamed) };
  }
}
