import type { DublinCoreInstance, DublinCoreVideo } from './record.ts';
import { recordWriter } from './write-record.ts';

const head = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE rdf:RDF PUBLIC "-//DUBLIN CORE//DCMES DTD 2002/07/31//EN" "http://dublincore.org/documents/2002/07/31/dcmes-xml/dcmes-xml-dtd.dtd">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/">
`;
const foot = '</rdf:RDF>\n';

/** Length from which a piece is sent; a record more may be in it. */
const pieceLength = 32 * 1024;

/**
 * Videos as simple Dublin Core 1.1 in RDF/XML, in pieces of some tens of KiB (more where one record is that long).
 *
 * Nothing is read before it is asked for: the first piece, the head of the document, needs no video, and whoever
 * takes the pieces slowly slows the reading of `batches`. Stopping early ends `batches` too, an error of it goes
 * on to the reader, who then has a document without its end. No videos make an empty, valid document.
 *
 * @param batches   videos in the order of the document, as many at a time as is convenient
 * @returns         texts, to be sent in UTF-8; as buffers they would be memory outside the heap, which has all of it
 *   collected every few exports
 */
export async function* dublinCoreDocument(
  batches: AsyncIterable<readonly DublinCoreVideo[]>,
  instance: DublinCoreInstance,
): AsyncGenerator<string, void, void> {
  yield head;
  const record = recordWriter(instance);
  let piece = '';
  for await (const videos of batches) {
    for (const video of videos) {
      piece += record(video);
      if (piece.length < pieceLength) continue;
      yield piece;
      piece = '';
    }
  }
  yield piece + foot;
}
