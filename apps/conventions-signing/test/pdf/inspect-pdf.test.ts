import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { eventually } from '@campus/testing';
import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createPdfInspector, inspectionTurns, type PdfInspector } from '../../src/pdf/inspect.ts';
import { residentBytes } from '../../src/pdf/inspection-process.ts';
import {
  encryptedPdf,
  handWrittenPdf,
  incrementallyUpdated,
  inflatingPdf,
  ownerLockedPdf,
  truncatedPdf,
  validPdf,
} from '../support/pdfs.ts';

const inspector = createPdfInspector();
afterAll(() => inspector.stop());

const text = (value: string) => new TextEncoder().encode(value);
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** The code of the refusal, or what was found. */
async function answerTo(bytes: Uint8Array, by: PdfInspector = inspector) {
  return by.inspect(bytes).catch((error: unknown) => (error as { code?: string }).code ?? error);
}

/** Child processes of this one, as the system lists them. */
function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  return list === '' ? [] : list.split(' ').map(Number);
}

function residentMiB(pid: number): number {
  return (residentBytes(pid) ?? 0) / 2 ** 20;
}

/** Processor time of those that are gone; proc_pid_stat(5): the 16th and 17th, in hundredths of a second. */
function cpuMsOfEndedChildren(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15);
  return (Number(user) + Number(system)) * 10;
}

const inspectUrl = new URL('../../src/pdf/inspect.ts', import.meta.url).href;

/** A program of its own that makes an inspector and then does what the code says. */
function startProgram(code: string, options: { file?: Uint8Array } = {}) {
  const program = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { createPdfInspector } from ${JSON.stringify(inspectUrl)};
       const chunks = []; for await (const chunk of process.stdin) chunks.push(chunk);
       const file = Buffer.concat(chunks);
       ${code}`,
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  program.stdin.end(options.file ?? '');
  return program;
}

describe('A PDF that is accepted', () => {
  test.each(['table', 'stream'] as const)('may have its cross-references in a %s', async (crossReference) => {
    expect(await inspector.inspect(await validPdf({ pages: 3, crossReference }))).toMatchObject({ pages: 3 });
  });

  test.each(['table', 'stream'] as const)(
    'may have been updated incrementally twice, with a cross-reference %s',
    async (crossReference) => {
      const once = await incrementallyUpdated(await validPdf({ pages: 2, crossReference }));
      expect(await inspector.inspect(await incrementallyUpdated(once))).toMatchObject({ pages: 2 });
    },
  );

  test('may have up to 1,024 bytes of something else in front, and not one more', async () => {
    const pdf = await validPdf();
    expect(await answerTo(joined(text(' '.repeat(1024)), pdf))).toMatchObject({ pages: 1 });
    expect(await answerTo(joined(text(' '.repeat(1025)), pdf))).toBe('not_a_pdf');
  });

  test('may be followed by white space or by a little of something else', async () => {
    const pdf = await validPdf();
    expect(await answerTo(joined(pdf, text('\r\n \n')))).toMatchObject({ pages: 1 });
    expect(await answerTo(joined(pdf, text('\n--boundary--\n')))).toMatchObject({ pages: 1 });
  });

  test('may be of 20 MB', async () => {
    expect(await inspector.inspect(await validPdf({ bytes: 20_000_000 }))).toMatchObject({ pages: 1 });
  });

  test('leaves the bytes of its caller untouched', async () => {
    const pdf = await validPdf();
    const copy = pdf.slice();
    await inspector.inspect(pdf);
    expect(pdf).toEqual(copy);
  });
});

describe('A file that is refused as no PDF', () => {
  test.each([
    ['is empty', new Uint8Array()],
    ['is a text', text('Convention de stage')],
    [
      'is nonsense between a header and an end',
      text(`%PDF-1.7\n${'nonsense '.repeat(50)}\nstartxref\n9\n%%EOF\n`),
    ],
    [
      'has no page',
      handWrittenPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>']),
    ],
  ])('%s', async (_, bytes) => {
    expect(await answerTo(bytes)).toBe('not_a_pdf');
  });

  test('says what is wrong and what would be right', async () => {
    await expect(inspector.inspect(await truncatedPdf())).rejects.toThrow(
      'The PDF is not complete: it does not end with "%%EOF". Send the whole file.',
    );
  });

  test.each(['table', 'stream'] as const)(
    'was cut off anywhere, with a cross-reference %s',
    async (crossReference) => {
      const whole = await validPdf({ pages: 2, crossReference, bytes: 3000 });
      const end = Buffer.from(whole.buffer, whole.byteOffset).lastIndexOf('%%EOF') + '%%EOF'.length;
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: end - 1 }), async (length) => {
          expect(await answerTo(whole.slice(0, length))).toBe('not_a_pdf');
        }),
        { numRuns: 300, examples: [[end - 1], [end - 2], [end - 6]] },
      );
    },
  );

  test('was cut off anywhere inside its incremental update', async () => {
    const before = await validPdf();
    const whole = await incrementallyUpdated(before);
    const end = Buffer.from(whole.buffer, whole.byteOffset).lastIndexOf('%%EOF') + '%%EOF'.length;
    const firstVisible =
      before.byteLength +
      (/\S/.exec(Buffer.from(whole.slice(before.byteLength)).toString('latin1'))?.index ?? 0);
    for (let length = firstVisible + 1; length < end; length += 1) {
      expect([length, await answerTo(whole.slice(0, length))]).toEqual([length, 'not_a_pdf']);
    }
  });
});

describe('A PDF that is refused as encrypted', () => {
  test('has a user password', async () => {
    expect(await answerTo(await encryptedPdf())).toBe('encrypted');
  });

  test('has an owner password only, and so opens with restrictions', async () => {
    expect(await answerTo(await ownerLockedPdf())).toBe('encrypted');
  });
});

describe('A hostile PDF', () => {
  test('that inflates to gigabytes is refused as too complex, in bounded memory, unnoticed by twenty others beside it', async () => {
    // A busy machine may take longer than a file has otherwise.
    const patient = createPdfInspector({ timeoutMs: 240_000, maxCpuMs: 60_000 });
    const pdf = inflatingPdf();
    expect(pdf.byteLength).toBeLessThan(100_000);
    const [good, locked] = [await validPdf({ pages: 2, bytes: 100_000 }), await encryptedPdf()];
    const others = Array.from({ length: 20 }, (_, index) => (index % 5 === 0 ? locked : good));
    let peakMiB = 0;
    const watch = setInterval(() => {
      peakMiB = Math.max(peakMiB, ...childrenOf(process.pid).map(residentMiB));
    }, 10);
    const before = others.slice(0, 3).map((file) => answerTo(file, patient));
    const refused = patient.inspect(pdf).catch((error: unknown) => error);
    const behind = others.slice(3).map((file) => answerTo(file, patient));
    const [refusal, ...answers] = await Promise.all([refused, ...before, ...behind]);
    clearInterval(watch);

    expect(refusal).toMatchObject({
      code: 'too_complex',
      message: 'The PDF is too complex to check: opening it takes more than 512 MiB of memory.',
    });
    expect(peakMiB).toBeGreaterThan(100);
    expect(peakMiB).toBeLessThan(1024);
    expect(answers).toMatchObject(others.map((file) => (file === locked ? 'encrypted' : { pages: 2 })));
    expect(await patient.inspect(good)).toMatchObject({ pages: 2 });
    await patient.stop();
  });

  test('that takes too long is killed after the time given', async () => {
    const hasty = createPdfInspector({ timeoutMs: 200, maxResidentBytes: 2 ** 40 });
    const before = cpuMsOfEndedChildren();
    await expect(hasty.inspect(inflatingPdf())).rejects.toThrow(
      /^The PDF is too complex to check: opening it takes more than 0\.2 s\.$/,
    );
    // Of its processor, since by the clock a busy machine counts too (measured: 0.6 s, its start included, in up to 10 s).
    expect(cpuMsOfEndedChildren() - before).toBeLessThan(2000);
    await hasty.stop();
  });

  test('that takes too much of the processor is killed, however much time there is', async () => {
    const thrifty = createPdfInspector({ maxCpuMs: 300, timeoutMs: 240_000, maxResidentBytes: 2 ** 40 });
    const pdf = inflatingPdf();
    await expect(thrifty.inspect(pdf)).rejects.toThrow(
      /^The PDF is too complex to check: opening it takes more than 0\.3\d* s of processor time\.$/,
    );
    expect(await thrifty.inspect(await validPdf())).toMatchObject({ pages: 1 });
    await thrifty.stop();
  });

  test('whose page tree goes round in a circle is refused within the limits', async () => {
    const circle = handWrittenPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Pages /Kids [2 0 R] /Count 1 /Parent 2 0 R >>',
    ]);
    expect(['not_a_pdf', 'too_complex']).toContain(await answerTo(circle));
  });

  test('whose page tree is 20,000 levels deep and empty is refused within the limits', async () => {
    const levels = Array.from(
      { length: 20_000 },
      (_, level) => `<< /Type /Pages /Kids [${level + 3} 0 R] /Count 1 >>`,
    );
    const deep = handWrittenPdf(['<< /Type /Catalog /Pages 2 0 R >>', ...levels]);
    expect(['not_a_pdf', 'too_complex']).toContain(await answerTo(deep));
  });

  test('that claims two thousand million pages is counted by what it has, or refused', async () => {
    const boastful = handWrittenPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>',
    ]);
    expect([expect.objectContaining({ pages: 1 }), 'not_a_pdf', 'too_complex']).toContainEqual(
      await answerTo(boastful),
    );
  });
});

describe('The inspector', () => {
  test('Given one caller with files that take long, When another has one read, Then it waits for none of them', async () => {
    const pair = createPdfInspector({ processes: 2, maxResidentBytes: 2 ** 40 });
    const good = await validPdf();
    await Promise.all([pair.inspect(good), pair.inspect(good)]);
    const ended: string[] = [];
    const slow = ['first', 'second', 'third'].map((name) =>
      pair.inspect(inflatingPdf(), { caller: 'eve' }).catch(() => ended.push(name)),
    );

    expect(await pair.inspect(good, { caller: 'ada' })).toMatchObject({ pages: 1 });

    expect(ended).toEqual([]);
    await pair.stop();
    await Promise.all(slow);
  });

  test('Given a caller of whom as many wait as may, When it has one more, Then that is refused at once, and nobody else', async () => {
    const pair = createPdfInspector({ processes: 2, maxResidentBytes: 2 ** 40 });
    const pdf = inflatingPdf();
    const own = Array.from({ length: 1 + (inspectionTurns.waitingPerCaller ?? 0) }, () =>
      pair.inspect(pdf, { caller: 'eve' }).catch(() => undefined),
    );

    await expect(pair.inspect(pdf, { caller: 'eve' })).rejects.toMatchObject({ status: 429 });

    expect(await pair.inspect(await validPdf(), { caller: 'ada' })).toMatchObject({ pages: 1 });
    await pair.stop();
    await Promise.all(own);
  });

  test('When it is stopped in the middle, Then what it was reading and what waits is rejected, and nothing runs on', async () => {
    const short = createPdfInspector({ processes: 1 });
    const pdf = await validPdf();
    const others = childrenOf(process.pid);
    const outcomes = Promise.allSettled([short.inspect(inflatingPdf()), short.inspect(pdf)]);
    const reader = () => childrenOf(process.pid).find((pid) => !others.includes(pid)) ?? 0;
    await eventually(() => residentMiB(reader()) > 200, { describe: 'a reader is busy with the file' });
    await short.stop();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { message: 'The PDF inspector has been stopped' },
      });
    }
    expect(reader()).toBe(0);
    await expect(short.inspect(pdf)).rejects.toThrow('The PDF inspector has been stopped');
  });

  test('Given all its idle processes were killed by somebody else, Then the next file is read all the same', async () => {
    const pair = createPdfInspector({ processes: 2 });
    const pdf = await validPdf();
    const others = childrenOf(process.pid);
    await Promise.all([pair.inspect(pdf), pair.inspect(pdf)]);
    for (const pid of childrenOf(process.pid)) if (!others.includes(pid)) process.kill(pid, 'SIGKILL');
    expect(await pair.inspect(pdf)).toMatchObject({ pages: 1 });
    await pair.stop();
  });

  test('does not keep its program alive when it is idle', async () => {
    const program = startProgram('console.log(await createPdfInspector().inspect(file));', {
      file: await validPdf(),
    });
    expect(await once(program, 'exit')).toEqual([0, null]);
  });

  test('When its program is killed in the middle of a hostile file, Then the process that reads it ends too', async () => {
    const program = startProgram(`createPdfInspector({ maxResidentBytes: 2 ** 40 }).inspect(file);`, {
      file: inflatingPdf(),
    });
    const reader = () => childrenOf(program.pid ?? 0)[0] ?? 0;
    await eventually(() => residentMiB(reader()) > 200, { describe: 'a reader is busy with the file' });
    const pid = reader();
    program.kill('SIGKILL');
    await eventually(() => !existsSync(`/proc/${pid}`), { describe: 'the reader is gone' });
  });

  test('gives its processes nothing of the environment', async () => {
    await inspector.inspect(await validPdf());
    const [own] = childrenOf(process.pid).filter((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('inspect-child'),
    );
    const names = readFileSync(`/proc/${own}/environ`, 'latin1')
      .split('\0')
      .map((line) => line.split('=')[0]);
    expect(names.filter((name) => name !== '' && !name?.startsWith('NODE_CHANNEL_'))).toEqual([]);
  });
});
