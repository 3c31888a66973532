import {
  columnsOf,
  erasureText,
  keptWords,
  personalOnes,
  seenByWords,
  type Tables,
  whyWords,
} from '@campus/privacy';

/** The page with the tables of both services in their places, which comments mark. */
export function showPrivacy(page: string, services: Readonly<Record<string, Tables>>): string {
  return page.replace(
    /(<!-- privacy: (\w+) -->).*?(<!-- end -->)/gs,
    (_all, begin: string, name: string, end: string) => {
      const tables = services[name];
      if (tables === undefined) throw new Error(`there are no tables of ${name}`);
      return `${begin}\n\n${tablesOf(tables)}\n\n${end}`;
    },
  );
}

function tablesOf(tables: Tables): string {
  const personal = personalOnes(tables).map(([name, table]) => {
    const { shown, all } = columnsOf(table);
    const withheld = all.filter((column) => !shown.includes(column));
    const columns = `${codes(shown)}${withheld.length === 0 ? '' : `; handed to nobody: ${codes(withheld)}`}`;
    return [
      `**${table.what[0]}**<br>\`${name}\``,
      columns,
      whyWords[table.why][0],
      keptWords[table.kept][0],
      seenByWords[table.seenBy][0],
      erasureText(table.erase)[0],
    ];
  });
  const others = Object.entries(tables).flatMap(([name, table]) =>
    typeof table === 'string' ? [[`\`${name}\``, codes(columnsOf(table).all)]] : [],
  );
  return [
    markdown(['What', 'Columns', 'Why', 'How long', 'Seen by, beside the person', 'An erasure'], personal),
    'Tables that tell of nobody, or of nobody who could be found by them:',
    markdown(['Table', 'Columns'], others),
  ].join('\n\n');
}

const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');

function markdown(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
