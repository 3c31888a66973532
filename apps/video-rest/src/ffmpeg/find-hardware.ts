import { type Hardware, type HardwareChoice, hardwareNames, trialArgs } from './encoders.ts';
import type { MediaTools } from './open-media-tools.ts';
import { runTool } from './run-tool.ts';

const trialLimitMs = 30_000;

/**
 * Looks for hardware that encodes, by encoding a little with it: what a build of ffmpeg has says nothing of the machine.
 *
 * @param options.onMissing  told what does not work, of what was asked for by its name, with ffmpeg's words
 * @returns null: the processor encodes
 */
export async function findHardware(
  { ffmpeg }: Pick<MediaTools, 'ffmpeg'>,
  { choice, onMissing }: { choice: HardwareChoice; onMissing: (name: Hardware, words: string) => void },
): Promise<Hardware | null> {
  if (choice === 'none') return null;
  for (const name of choice === 'auto' ? hardwareNames : [choice]) {
    const { status, errorText } = await runTool(ffmpeg, trialArgs(name), {
      timeLimitMs: trialLimitMs,
      memoryMiB: Number.POSITIVE_INFINITY,
    });
    if (status === 0) return name;
    if (choice !== 'auto') onMissing(name, errorText.trim());
  }
  return null;
}
