/**
 * The three commands that take an agreement through its signature: send it, watch it, download the signed PDF. The
 * README shows the same.
 *
 * @param tour.serviceUrl   address of the signing service, such as `http://localhost:8081`
 * @param tour.token        for the management API, or the shell variable that holds it
 * @param tour.agreementId  the agreement that the commands send for signature
 */
export function signingTour({
  serviceUrl,
  token,
  agreementId,
}: {
  serviceUrl: string;
  token: string;
  agreementId: number;
}): [send: string, watch: string, download: string] {
  const agreement = new URL(`/api/conventions/${agreementId}`, serviceUrl).href;
  const curl = (what: string): string => `curl -sS -w '\\n' -H "Authorization: Bearer ${token}" ${what}`;
  return [
    curl(`-X POST ${agreement}/signature`),
    curl(agreement),
    // Without -f an answer that is no PDF would end up in the file.
    curl(`-f -o signed.pdf ${agreement}/signed-pdf`),
  ];
}
