/** One limit as people read it. */
export interface Limit {
  what: string;
  howMuch: string;
  /** Over it. */
  answered: string;
  /** The parameter that changes it; absent: none does. */
  parameter?: string;
}

export type LimitTables = Record<'both' | 'signing' | 'video', readonly Limit[]>;

/** A page with its tables filled in anew: each stands between `<!-- limits: NAME -->` and `<!-- end -->`. */
export function showLimits(page: string, tables: LimitTables): string {
  return page.replace(
    /(<!-- limits: (\w+) -->\n).*?(<!-- end -->)/gs,
    (_all, begin: string, name: string, end: string) => {
      if (!(name in tables)) throw new Error(`there is no table of limits ${name}`);
      return `${begin}\n${table(tables[name as keyof LimitTables])}\n\n${end}`;
    },
  );
}

function table(limits: readonly Limit[]): string {
  const rows = limits.map(
    ({ what, howMuch, answered, parameter }) =>
      `| ${what} | ${howMuch} | ${answered} | ${parameter === undefined ? '' : `\`${parameter}\``} |`,
  );
  return ['| What | How much | Over it | Changed by |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** 52428800 → `50 MiB`. */
export function bytes(count: number): string {
  const [unit, size] =
    count >= 2 ** 30 ? ['GiB', 2 ** 30] : count >= 2 ** 20 ? ['MiB', 2 ** 20] : ['KiB', 2 ** 10];
  return `${(count / Number(size)).toLocaleString('en')} ${unit}`;
}

/** 90000 → `90 s`; whole minutes, hours and days from two on. */
export function time(ms: number): string {
  for (const [unit, size] of [
    ['days', 86_400_000],
    ['h', 3_600_000],
    ['min', 60_000],
  ] as const)
    if (ms % size === 0 && ms >= 2 * size) return `${ms / size} ${unit}`;
  return `${ms / 1000} s`;
}

export function number(count: number): string {
  return count.toLocaleString('en');
}

/** Turns as they are bounded: under way of one caller and of all, and waiting. */
export function turns(limits: {
  atATime: number;
  atATimePerCaller?: number | undefined;
  waiting: number;
  waitingPerCaller?: number | undefined;
}): string {
  const { atATime, atATimePerCaller = atATime, waiting, waitingPerCaller = waiting } = limits;
  const own =
    atATimePerCaller === atATime ? `${atATime}` : `${atATimePerCaller} of a caller, ${atATime} in all`;
  if (waiting === 0) return `${own} at a time; none wait`;
  return `${own} at a time; ${waitingPerCaller === waiting ? '' : `${waitingPerCaller} of a caller, `}${waiting} ${waitingPerCaller === waiting ? '' : 'in all '}wait`;
}
