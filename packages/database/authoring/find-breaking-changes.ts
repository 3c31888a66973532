/**
 * What in a migration would break, or hold up, an older version of the service that runs on the database at the same
 * time: during an upgrade replica by replica, and after one that was taken back.
 *
 * The rule is to expand first and contract later. A release adds (a column that may be null or has a default, a table,
 * an index) and fills; only a later one, when no running version uses the old thing any more, takes it away, and says
 * so in a comment right above the statement:
 *
 *     -- Safe beside older versions: unused since 2.3.0.
 *     ALTER TABLE "videos" DROP COLUMN "speed";
 *
 * Reads text, not grammar: it knows the statements that Prisma writes and those that people write like them.
 */

interface BreakingChange {
  /** The statement without comments, on one line, at most 120 characters of it. */
  statement: string;
  why: string;
}

const vouched = /^\s*--\s*safe beside older versions:\s*\S/im;

/** @param script  of one migration */
export function findBreakingChanges(script: string): BreakingChange[] {
  const statements = statementsOf(script);
  const added = namesAdded(statements.map(({ text }) => text));
  return statements.flatMap(({ text, comments }) => {
    if (vouched.test(comments)) return [];
    return rules
      .filter(({ pattern, fits = () => true }) => pattern.test(text) && fits(text, added))
      .map(({ why }) => ({ statement: text.slice(0, 120), why }));
  });
}

interface Added {
  /** Tables and types that this migration makes: nobody else uses them yet. */
  whole: Set<string>;
  columns: Set<string>;
}

const rules: { pattern: RegExp; fits?: (text: string, added: Added) => boolean; why: string }[] = [
  {
    pattern: /^(drop|truncate) (table|column|type|schema|view|sequence|function|trigger|extension|domain)?/i,
    fits: (text) => /^truncate|^drop (?!index|trigger)/i.test(text),
    why: 'an older version still uses what is taken away',
  },
  {
    pattern: /^alter table .*\bdrop (column )?(?!constraint|default|not null|identity|expression)/i,
    why: 'an older version still reads and writes the column',
  },
  { pattern: /^alter .*\brename\b/i, why: 'an older version knows only the old name' },
  {
    pattern: /^alter table .*\balter (column )?"?\w+"? (set data )?type\b/i,
    why: 'the table is locked while it is rewritten, and an older version expects the old type',
  },
  {
    pattern: /^alter table .*\badd (column )?"?\w+"? [^,]*\bnot null\b/i,
    fits: (text, added) =>
      !changesOwnTable(text, added) && clausesOf(text).some((clause) => isRequiredColumn(clause)),
    why: 'an older version inserts rows without the column: let it be null, or give it a default',
  },
  {
    pattern: /^alter table .*\balter (column )?"?\w+"? (set not null|drop default)\b/i,
    fits: (text, added) => !changesOwnTable(text, added),
    why: 'an older version inserts rows without a value',
  },
  {
    pattern: /^alter table .*\badd (constraint|check|unique|foreign|primary|exclude)\b/i,
    fits: (text, added) => !changesOwnTable(text, added) && !namesAddedColumn(text, added),
    why: 'an older version may write rows that the constraint refuses',
  },
  {
    pattern: /^create unique index\b/i,
    fits: (text, added) => !indexesOwnTable(text, added) && !namesAddedColumn(text, added),
    why: 'an older version may write rows that the index refuses',
  },
  {
    pattern: /^create (unique )?index (?!concurrently)/i,
    fits: (text, added) => !indexesOwnTable(text, added) && !namesAddedColumn(text, added),
    why: 'nobody can write to the table until the index is built: create it concurrently, in a migration of its own',
  },
  {
    pattern: /^alter type .*\badd value\b/i,
    why: 'an older version cannot read rows with a value that it does not know',
  },
  {
    pattern: /^lock\b/i,
    why: 'an older version waits as long as the lock is held',
  },
];

function isRequiredColumn(clause: string): boolean {
  return (
    /\badd (column )?(?!constraint)"?\w+"? .*\bnot null\b/i.test(clause) &&
    !/\b(default|generated|serial|bigserial)\b/i.test(clause)
  );
}

/** The parts of an ALTER TABLE between commas that stand in no brackets. */
function clausesOf(text: string): string[] {
  return text.split(/,(?![^(]*\))/);
}

function changesOwnTable(text: string, { whole }: Added): boolean {
  return whole.has(nameAfter(text, /^alter table (?:only )?(?:if exists )?/i));
}

function indexesOwnTable(text: string, { whole }: Added): boolean {
  return whole.has(nameAfter(text, /^create .*? on (?:only )?/i));
}

function namesAddedColumn(text: string, { columns }: Added): boolean {
  return [...text.matchAll(/"(\w+)"/g)].some(([, name = '']) => columns.has(name));
}

function namesAdded(texts: string[]): Added {
  const whole = new Set<string>();
  const columns = new Set<string>();
  for (const text of texts) {
    if (/^create (unlogged )?(table|type)/i.test(text))
      whole.add(nameAfter(text, /^create (?:unlogged )?(?:table|type) (?:if not exists )?/i));
    for (const [, name = ''] of text.matchAll(/\badd column (?:if not exists )?"?(\w+)"?/gi))
      columns.add(name);
  }
  return { whole, columns };
}

function nameAfter(text: string, start: RegExp): string {
  const [, name = ''] = /^(?:"?\w+"?\.)?"?(\w+)"?/.exec(text.replace(start, '')) ?? [];
  return name;
}

/** The statements with the comments above and in them. What stands in quotation marks or dollars ends none. */
function statementsOf(script: string): { text: string; comments: string }[] {
  const found: { text: string; comments: string }[] = [];
  let text = '';
  let comments = '';
  const pieces = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;|[^-/'$;]+|[\s\S]/g;
  const finish = () => {
    const line = text.replaceAll(/\s+/g, ' ').trim();
    if (line !== '') found.push({ text: line, comments });
    text = '';
    comments = '';
  };
  for (const [piece] of script.matchAll(pieces)) {
    if (piece === ';') finish();
    else if (/^(--|\/\*)/.test(piece)) comments += `${piece}\n`;
    // What a text or a function body holds is not what the migration does to the tables.
    else text += /^['$]/.test(piece) && piece.length > 1 ? "''" : piece;
  }
  finish();
  return found;
}
