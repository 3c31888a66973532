import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { errorMessage } from '@campus/config';
import axios from 'axios';
import type { ListPointer } from '../trust/trusted-list.ts';
import { ListError, listLimits } from './read-list.ts';

/** Where lists come from. */
export interface ListSource {
  /** @throws ListError  also when the source was aborted */
  listOfLists(): Promise<Uint8Array>;
  /** @throws ListError  also when the source was aborted */
  list(pointer: ListPointer): Promise<Uint8Array>;
}

const answerWithinMs = 60_000;

/**
 * Where the list of lists is: at an address of the web, with the others where it says, or a file, with the others beside
 * it by their countries (`FR.xml`).
 *
 * @param signal  ends what is being fetched
 */
export function listSource(uri: string, signal: AbortSignal): ListSource {
  if (new URL(uri).protocol === 'file:')
    return {
      listOfLists: () => readFrom(new URL(uri)),
      list: ({ territory }) => readFrom(new URL(`./${encodeURIComponent(territory)}.xml`, uri)),
    };
  return {
    listOfLists: () => fetchFrom(uri, signal),
    list: ({ location }) => fetchFrom(location, signal),
  };
}

async function readFrom(file: URL): Promise<Uint8Array> {
  try {
    const { size } = await stat(file);
    if (size > listLimits.maxBytes) throw new Error(`it has more than ${listLimits.maxBytes} bytes`);
    return await readFile(file);
  } catch (error) {
    throw new ListError(`cannot be read from ${fileURLToPath(file)}: ${errorMessage(error)}`, {
      cause: error,
    });
  }
}

async function fetchFrom(address: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const { protocol: first } = new URL(address);
    // Lists are signed, so that some countries publish them without TLS.
    if (first !== 'https:' && first !== 'http:') throw new Error('only https and http are followed');
    const { data } = await axios.get<Buffer>(address, {
      responseType: 'arraybuffer',
      maxContentLength: listLimits.maxBytes,
      maxRedirects: 3,
      beforeRedirect: ({ protocol }) => {
        if (first === 'https:' && protocol !== first) throw new Error('it leads away from https');
      },
      timeout: answerWithinMs,
      signal: AbortSignal.any([signal, AbortSignal.timeout(2 * answerWithinMs)]),
      headers: { Accept: 'application/vnd.etsi.tsl+xml, application/xml' },
    });
    return data;
  } catch (error) {
    throw new ListError(`cannot be fetched from ${address}: ${errorMessage(error)}`, { cause: error });
  }
}
