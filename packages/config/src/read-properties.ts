import { Properties } from 'properties-file/parser';

/** One `name = value` of a `.properties` file, which continuations may spread over several lines. */
export interface PropertyEntry {
  readonly name: string;
  readonly text: string;
  /** 1-based line where it begins. */
  readonly line: number;
  /** The first of its lines with a `\u` that four hexadecimal digits do not follow; name and text are then vague. */
  readonly malformedLine?: number;
}

/** Every entry of a `.properties` text, in order, repeated names included. Never throws. */
export function readProperties(content: string): readonly PropertyEntry[] {
  const { lenient, malformedLines } = toleratingMalformedEscapes(content);
  return new Properties(lenient).getProperties().map((node) => ({
    name: node.key,
    text: node.value,
    line: node.startingLineNumber,
    malformedLine: malformedLines.find(
      (line) => line >= node.startingLineNumber && line <= node.endingLineNumber,
    ),
  }));
}

/**
 * The parser gives the whole file up at a malformed `\u` (measured: properties-file 5.0.7) and names no line,
 * yet one Windows path must not hide every other problem. The backslash is doubled and its line noted.
 */
function toleratingMalformedEscapes(content: string): { lenient: string; malformedLines: readonly number[] } {
  const malformedLines: number[] = [];
  const lines = content.split(/\r\n|\r|\n/).map((line, index) =>
    line.replace(/\\(?:u[0-9a-fA-F]{4}|.)/gsu, (sequence) => {
      if (sequence !== '\\u') return sequence;
      malformedLines.push(index + 1);
      return '\\\\u';
    }),
  );
  return { lenient: lines.join('\n'), malformedLines };
}
