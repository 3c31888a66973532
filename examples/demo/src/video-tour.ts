import type { TourStep } from './tour-step.ts';

/**
 * Commands that encode a video, switch a broadcaster on and export Dublin Core; they expect an access token in the
 * shell variable `VIDEO_TOKEN`. The README shows the same.
 *
 * @param tour.serviceUrl   address of the video service, such as `http://127.0.0.1:8082`
 * @param tour.slug         of a video that is not encoded yet
 * @param tour.broadcaster  slug of a broadcaster
 */
export function videoTour({
  serviceUrl,
  slug,
  broadcaster,
}: {
  serviceUrl: string;
  slug: string;
  broadcaster: string;
}): [encode: TourStep, watch: TourStep, switchOn: TourStep, exportRecords: TourStep] {
  const at = (path: string): string => new URL(`/rest/${path}`, serviceUrl).href;
  const curl = (what: string): string => `curl -sS -w '\\n' -H "Authorization: Token $VIDEO_TOKEN" ${what}`;
  const patch = `-X PATCH -H 'Content-Type: application/json' -d '{"status": true}'`;
  return [
    { purpose: 'Encode a video', command: curl(`"${at(`launch_encode_view/?slug=${slug}`)}"`) },
    { purpose: 'Watch it until there is something to play', command: curl(at(`videos/${slug}/`)) },
    { purpose: 'Switch a broadcaster on', command: curl(`${patch} ${at(`broadcasters/${broadcaster}/`)}`) },
    { purpose: 'Export Dublin Core', command: curl(at('dublincore/')) },
  ];
}
