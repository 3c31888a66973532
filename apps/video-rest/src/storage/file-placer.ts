import type { FolderOwner } from '../data/media-files.ts';
import type { Transaction } from '../data/open-database.ts';
import { type FileKind, fileName, type ImageSize, imageSizes, randomName, resizedName } from './layout.ts';

/**
 * Takes finished files to where media are kept, in two steps. What takes as long as the files are large comes first,
 * outside of any transaction; then `into` puts them into the folder of a row, inside the transaction that makes the
 * database refer to them, and takes no time.
 *
 * `into` locks that folder until the transaction ends. Whoever also locks the row does so before, always, so that two of
 * them never wait for each other.
 */
export interface FilePlacer {
  /**
   * @param source.extension  from our own probe
   * @throws StorageError
   */
  source(source: FinishedFile): Promise<BroughtFile>;
  /**
   * As `source`, of a file that has grown in pieces: it keeps its name there too, so that a change that fails takes
   * nothing from it.
   *
   * @param source.name  what it is called among those that grow; whole
   */
  grown(source: { name: string; extension: string }): Promise<BroughtFile>;
  /** A part of what a run of the encoder is making, for whoever goes on with it. @throws StorageError */
  piece(piece: FinishedFile): Promise<BroughtFile>;
  /**
   * A file that somebody keeps.
   *
   * @param kept.extension  as its content tells
   * @throws StorageError
   */
  file(kept: FinishedFile): Promise<BroughtFile>;
  /**
   * An image that somebody keeps, with those made of it, which are named after it.
   *
   * @param image.extension  as its content tells
   * @param image.resized    temporary files too
   * @throws StorageError
   */
  image(image: FinishedFile & { resized: Record<ImageSize, string> }): Promise<BroughtFile>;
  /**
   * @param folder  with the outputs, complete, and synced by whoever wrote them
   * @throws StorageError
   */
  encoding(folder: string): Promise<BroughtOutputs>;
}

/** A file that is to be kept. */
interface FinishedFile {
  /** Complete, and synced by whoever wrote it. */
  temporaryFile: string;
  /** Without the dot. */
  extension: string;
}

/** A file, or several that belong together, for one row. */
export interface BroughtFile {
  /**
   * @param id  of the video, the file or the image
   * @returns its name in the folder of that row
   * @throws StorageError  `disk_full`, `store_away`
   */
  into(tx: Transaction, id: number): Promise<string>;
}

/** The outputs of a run. */
interface BroughtOutputs {
  /** @throws StorageError  `disk_full`, `store_away` */
  into(tx: Transaction, run: PlacedRun): Promise<void>;
}

export interface PlacedRun {
  videoId: number;
  encodingId: number;
  /** There are outputs of this run on air, which stay: what comes has other names. */
  isMore?: boolean;
}

/**
 * The files that come finished from one process, each under a name that never comes twice.
 *
 * @param bring  brings files by their names; `name` is the one of them that the row refers to
 */
export function underNewNames(
  bring: (
    table: FolderOwner['table'],
    name: string,
    files: Readonly<Record<string, string>>,
  ) => Promise<BroughtFile>,
): Pick<FilePlacer, 'source' | 'piece' | 'file' | 'image'> {
  function bringOne(table: FolderOwner['table'], kind: FileKind, finished: FinishedFile) {
    const name = fileName(kind, { random: randomName(), extension: finished.extension });
    return bring(table, name, { [name]: finished.temporaryFile });
  }

  return {
    source: (file) => bringOne('videos', 'source', file),
    piece: (file) => bringOne('videos', 'piece', file),
    file: (file) => bringOne('files', 'file', file),
    image({ temporaryFile, extension, resized }) {
      const name = fileName('image', { random: randomName(), extension });
      const made = imageSizes.map((size) => [resizedName(name, size), resized[size]]);
      return bring('images', name, { [name]: temporaryFile, ...Object.fromEntries(made) });
    },
  };
}
