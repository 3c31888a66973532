import type { ConfigurationPlaces } from '@campus/config';
import { welcome } from '@campus/demo';
import { startSigningDemo } from './signing-demo.ts';
import type { Supervisor } from './supervise.ts';
import { startVideoDemo } from './video-demo.ts';

/** Both services with what there is to try: generated tokens, and samples registered as people would. */
export async function startDemo(
  places: ConfigurationPlaces,
  {
    settings,
    supervisor,
  }: { settings: { signing: readonly string[]; video: readonly string[] }; supervisor: Supervisor },
): Promise<void> {
  const [signing, video] = await Promise.all([
    startSigningDemo(places, { settings: settings.signing, supervisor }),
    startVideoDemo(places, { settings: settings.video, supervisor }),
  ]);
  process.stdout.write(welcome({ signing, video }));
  await Promise.all([signing.settle(), video.settle()]);
}
