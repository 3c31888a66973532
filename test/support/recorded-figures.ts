/** A series as promtool is given it. */
export interface Series {
  name: string;
  labels: Record<string, string>;
  /** In the notation of `promtool test rules`, a value a minute. */
  values: string;
}

/** Minutes that are told. */
export const minutes = 240;

/** Series of a service that go on as they did between two scrapes, as if that had been a minute. */
export function goOn(before: string, after: string, job: string): Series[] {
  const first = new Map(samplesIn(before).map(({ key, value }) => [key, value]));
  return samplesIn(after)
    .filter(({ name, value }) => Number.isFinite(value) && !/^(nodejs|process)_/.test(name))
    .map(({ key, name, labels, value, isCounter }) => {
      const step = isCounter ? value - (first.get(key) ?? 0) : 0;
      return { name, labels: { ...labels, job, instance: 'one' }, values: `${value}+${step}x${minutes}` };
    });
}

function samplesIn(scrape: string) {
  const types = new Map([...scrape.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]));
  return [...scrape.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', given = '', value]) => ({
    key: `${name}{${given}}`,
    name,
    labels: Object.fromEntries(
      [...given.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text]),
    ) as Record<string, string>,
    value: Number(value),
    isCounter:
      types.get(name) === 'counter' || types.get(name.replace(/_(bucket|sum|count)$/, '')) === 'histogram',
  }));
}

/** The series with others in place of those of the same name and labels, as far as these are said; or beside them. */
export function overlay(series: readonly Series[], over: readonly Series[]): Series[] {
  const replaces = (one: Series, other: Series) =>
    one.name === other.name &&
    Object.entries(one.labels).every(([label, value]) => other.labels[label] === value);
  return [...series.filter((one) => !over.some((other) => replaces(other, one))), ...over];
}

/** As promtool reads it. */
export function shownSeries({ name, labels, values }: Series): { series: string; values: string } {
  const shown = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  return { series: `${name}{${shown.join(',')}}`, values };
}
