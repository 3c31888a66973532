import * as rest from '@campus/rest';
import { email } from './fields/account.ts';
import { partsOfVideos } from './rights.ts';
import { defineResource } from './services.ts';
import { videos } from './videos.ts';

const roles = rest.namedChoices({
  actor: { en: 'actor', fr: 'acteur' },
  'voice-over': { en: 'voice-over', fr: 'voix off' },
  author: { en: 'author', fr: 'auteur' },
  designer: { en: 'designer', fr: 'concepteur' },
  editor: { en: 'editor', fr: 'éditeur' },
  writer: { en: 'writer', fr: 'rédacteur' },
  consultant: { en: 'consultant', fr: 'consultant' },
  contributor: { en: 'contributor', fr: 'contributeur' },
  director: { en: 'director', fr: 'réalisateur' },
  technician: { en: 'technician', fr: 'technicien' },
  soundman: { en: 'sound engineer', fr: 'ingénieur du son' },
  speaker: { en: 'speaker', fr: 'intervenant' },
});

/** Who has taken part in a video, and as what. */
export const contributors = defineResource({
  path: 'contributors',
  name: { en: 'Contributor', fr: 'Contributeur' },
  plural: { en: 'contributors', fr: 'contributeurs' },
  description: {
    en: 'Who has taken part in a video, and as what.',
    fr: 'Qui a pris part à une vidéo, et dans quel rôle.',
  },
  naming: ['name', 'role'],
  table: 'contributors',
  lookup: rest.byId,
  fields: {
    id: rest.id(),
    url: rest.address('contributors'),
    video: rest.link(() => videos, { label: { en: 'Video', fr: 'Vidéo' }, required: true, isWhole: true }),
    name: rest.text({ label: { en: 'Name', fr: 'Nom' }, maxLength: 200, blank: true, default: '' }),
    email_address: email({
      label: { en: 'Email address', fr: 'Adresse e-mail' },
      nullable: true,
      blank: true,
      default: null,
    }),
    role: rest.choice({ label: { en: 'Role', fr: 'Rôle' }, ...roles, default: 'author' }),
    weblink: rest.url({
      label: { en: 'Web link', fr: 'Lien web' },
      maxLength: 200,
      nullable: true,
      blank: true,
      default: null,
    }),
  },
  filters: {
    id: rest.equals('id'),
    video: rest.equals('video'),
    role: rest.equals('role'),
    name__icontains: rest.contains('name'),
  },
  search: ['name'],
  ordering: ['id'],
  rights: partsOfVideos,
});
