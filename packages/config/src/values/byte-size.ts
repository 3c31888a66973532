import { ParameterError } from '../parameter-error.ts';

const factors: Record<string, number> = {
  '': 1,
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
};

/** A size in bytes, plain or with a unit (IEC 80000-13): `1048576`, `500MiB`, `1.5 GB`. */
export function byteSize(given: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?) ?([A-Za-z]*)$/.exec(given) ?? [];
  const factor = Object.entries(factors).find(([name]) => name.toLowerCase() === unit.toLowerCase())?.[1];
  const bytes = factor === undefined || number === '' ? Number.NaN : Math.round(Number(number) * factor);
  if (Number.isSafeInteger(bytes)) return bytes;
  throw new ParameterError(
    `must be a number of bytes, plain or with a unit (${Object.keys(factors).slice(1).join(', ')}), such as 500MiB`,
  );
}
