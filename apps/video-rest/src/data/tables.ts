import { Prisma } from '../../generated/client.ts';

/** A table that resources are kept in. */
export interface Table {
  /** In the database. */
  name: string;
  /** Its columns, as records name them. */
  columns: readonly string[];
  /** Records that it refers to: the name of the relation and the table; the column is `<relation>Id`. */
  joins: Readonly<Record<string, string>>;
}

/** The tables behind the resources, by the name that a declaration uses. */
export const tables: Readonly<Record<string, Table>> = {
  users: { name: 'users', columns: Object.keys(Prisma.UserScalarFieldEnum), joins: {} },
  types: { name: 'video_types', columns: Object.keys(Prisma.VideoTypeScalarFieldEnum), joins: {} },
  buildings: { name: 'buildings', columns: Object.keys(Prisma.BuildingScalarFieldEnum), joins: {} },
  broadcasters: {
    name: 'broadcasters',
    columns: Object.keys(Prisma.BroadcasterScalarFieldEnum),
    joins: { building: 'buildings' },
  },
  videos: {
    name: 'videos',
    columns: Object.keys(Prisma.VideoScalarFieldEnum),
    joins: { encoding: 'encodings', latestEncoding: 'encodings', owner: 'users', type: 'types' },
  },
  encodings: {
    name: 'encodings',
    columns: Object.keys(Prisma.EncodingScalarFieldEnum),
    joins: { video: 'videos' },
  },
};
