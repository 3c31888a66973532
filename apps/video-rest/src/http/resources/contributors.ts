import * as rest from '@campus/rest';
import { email } from './fields/account.ts';
import { partsOfVideos } from './rights.ts';
import { defineResource } from './services.ts';
import { videos } from './videos.ts';

const roles = rest.namedChoices({
  actor: ['actor', 'acteur'],
  'voice-over': ['voice-over', 'voix off'],
  author: ['author', 'auteur'],
  designer: ['designer', 'concepteur'],
  editor: ['editor', 'éditeur'],
  writer: ['writer', 'rédacteur'],
  consultant: ['consultant', 'consultant'],
  contributor: ['contributor', 'contributeur'],
  director: ['director', 'réalisateur'],
  technician: ['technician', 'technicien'],
  soundman: ['sound engineer', 'ingénieur du son'],
  speaker: ['speaker', 'intervenant'],
});

/** Who has taken part in a video, and as what. */
export const contributors = defineResource({
  path: 'contributors',
  name: ['Contributor', 'Contributeur'],
  plural: ['contributors', 'contributeurs'],
  description: [
    'Who has taken part in a video, and as what.',
    'Qui a pris part à une vidéo, et dans quel rôle.',
  ],
  naming: ['name', 'role'],
  table: 'contributors',
  fields: {
    id: rest.id(),
    url: rest.address('contributors'),
    video: rest.link(() => videos, { label: ['Video', 'Vidéo'], required: true, isWhole: true }),
    name: rest.text({ label: ['Name', 'Nom'], maxLength: 200, blank: true, default: '' }),
    email_address: email({ label: ['Email address', 'Adresse e-mail'], blank: true, ...rest.orNull }),
    role: rest.choice({ label: ['Role', 'Rôle'], ...roles, default: 'author' }),
    weblink: rest.url({ label: ['Web link', 'Lien web'], maxLength: 200, blank: true, ...rest.orNull }),
  },
  filters: {
    ...rest.eachEquals('id', 'video', 'role'),
    name__icontains: rest.contains('name'),
  },
  search: ['name'],
  ordering: ['id'],
  rights: partsOfVideos,
});
