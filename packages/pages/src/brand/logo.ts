import { readFileSync } from 'node:fs';
import { ParameterError } from '@campus/config';

/** A picture in the header of every page. */
export interface Logo {
  /** In the addresses of the site. */
  name: string;
  content: Buffer;
  /** Of width to height: its place is kept until it is there. */
  ratio: number;
}

/** What a page may weigh more with it. */
const largestBytes = 100_000;

/** Value parser of a configuration parameter: the path of an SVG file with a `viewBox`, or of a PNG file. */
export function logoFile(given: string): Logo {
  let content: Buffer;
  try {
    content = readFileSync(given.trim());
  } catch (error) {
    throw new ParameterError(`must be a file that can be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (content.length > largestBytes)
    throw new ParameterError(`must be a file of at most ${largestBytes} bytes`);
  const name = content.subarray(1, 4).toString('latin1') === 'PNG' ? 'logo.png' : 'logo.svg';
  const ratio = name === 'logo.png' ? ratioOfPng(content) : ratioOfSvg(content.toString('utf8'));
  if (Number.isFinite(ratio) && ratio > 0) return { name, content, ratio };
  throw new ParameterError('must be an SVG file with a viewBox, or a PNG file');
}

function ratioOfPng(content: Buffer): number {
  return content.length < 24 ? Number.NaN : content.readUInt32BE(16) / content.readUInt32BE(20);
}

function ratioOfSvg(text: string): number {
  const box = /<svg[^>]*\sviewBox\s*=\s*["']\s*([^"']+)["']/
    .exec(text)?.[1]
    ?.trim()
    .split(/[\s,]+/);
  return Number(box?.[2]) / Number(box?.[3]);
}
