import { encodeWhole, type SourceRun } from '../../src/ffmpeg/encode-whole.ts';
import type { RenditionProfile } from '../../src/ffmpeg/ladder.ts';
import type { MediaTools } from '../../src/ffmpeg/open-media-tools.ts';
import type { Outputs } from '../../src/ffmpeg/outputs.ts';
import { planEncoding } from '../../src/ffmpeg/plan-encoding.ts';

/** Plans a source, and encodes it in one run. */
export async function encodeSource(
  tools: MediaTools,
  job: SourceRun & { profiles: readonly RenditionProfile[]; normaliseSound?: boolean },
): Promise<Outputs> {
  return encodeWhole(tools, { ...job, plan: await planEncoding(tools, job) });
}
