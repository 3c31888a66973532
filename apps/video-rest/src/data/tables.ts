import { Prisma } from '../../generated/client.ts';

/** A table that resources are kept in. */
export interface Table {
  /** In the database. */
  name: string;
  /** Its columns, as records name them. */
  columns: readonly string[];
  /** Records that it refers to: the name of the relation and the table; the column is `<relation>Id`. */
  joins: Readonly<Record<string, string>>;
  /** Columns of texts so long that they count in the size of an answer; those of some hundred characters do not. */
  longTexts: readonly string[];
}

/** The tables behind the resources, by the name that a declaration uses. */
export const tables: Readonly<Record<string, Table>> = {
  users: { name: 'users', columns: Object.keys(Prisma.UserScalarFieldEnum), joins: {}, longTexts: [] },
  types: {
    name: 'video_types',
    columns: Object.keys(Prisma.VideoTypeScalarFieldEnum),
    joins: {},
    longTexts: ['descriptionEn', 'descriptionFr'],
  },
  buildings: {
    name: 'buildings',
    columns: Object.keys(Prisma.BuildingScalarFieldEnum),
    joins: {},
    longTexts: [],
  },
  broadcasters: {
    name: 'broadcasters',
    columns: Object.keys(Prisma.BroadcasterScalarFieldEnum),
    joins: { building: 'buildings' },
    longTexts: ['description'],
  },
  videos: {
    name: 'videos',
    columns: Object.keys(Prisma.VideoScalarFieldEnum),
    joins: { encoding: 'encodings', latestEncoding: 'encodings', owner: 'users', type: 'types' },
    longTexts: ['description'],
  },
  encodings: {
    name: 'encodings',
    columns: Object.keys(Prisma.EncodingScalarFieldEnum),
    joins: { video: 'videos' },
    longTexts: ['error'],
  },
};
