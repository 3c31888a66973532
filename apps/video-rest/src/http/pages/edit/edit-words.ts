import { inEachLanguage, outcome } from '@campus/pages';

/** What the pages that change a video say. */
export const editWords = inEachLanguage({
  edit: (title: string) => [`Edit ${title}`, `Modifier ${title}`],
  videos: ['Videos', 'Vidéos'],
  notEncoded: ['not encoded', 'non encodée'],
  parts: ['Parts of the video', 'Parties de la vidéo'],
  watch: ['Watch it', 'La regarder'],
  sections: {
    metadata: ['Details', 'Description'],
    thumbnail: ['Thumbnail', 'Vignette'],
    access: ['Who may watch', 'Qui peut la voir'],
    tracks: ['Subtitles', 'Sous-titres'],
    chapters: ['Chapters', 'Chapitres'],
    source: ['Source', 'Source'],
    delete: ['Delete', 'Suppression'],
  },
  save: ['Save', 'Enregistrer'],
  problems: [
    'Nothing was saved. See below what is missing or wrong.',
    'Rien n’a été enregistré. Voyez ci-dessous ce qui manque ou ne va pas.',
  ],
  // Details
  title: ['Title', 'Titre'],
  description: ['Description', 'Description'],
  descriptionHelp: [
    'Plain text; lines stay as you type them.',
    'Texte simple\u202f; les lignes restent telles que vous les tapez.',
  ],
  type: ['Type', 'Type'],
  choose: ['(choose)', '(choisir)'],
  disciplines: ['Disciplines', 'Disciplines'],
  channels: ['Channels', 'Chaînes'],
  themes: ['Themes', 'Thèmes'],
  noneThere: ['There is none yet.', 'Il n’y en a pas encore.'],
  tags: ['Tags', 'Mots-clés'],
  tagsHelp: ['One on each line.', 'Un par ligne.'],
  date: ['Date of the event', 'Date de l’événement'],
  mainLang: ['Spoken language', 'Langue parlée'],
  licence: ['Licence', 'Licence'],
  noLicence: ['(that of the platform)', '(celle de la plateforme)'],
  cursus: ['University course', 'Cursus'],
  people: ['Whose it is', 'À qui elle est'],
  owner: ['Owner', 'Propriétaire'],
  additionalOwners: ['Additional owners', 'Propriétaires supplémentaires'],
  additionalOwnersHelp: [
    'User names, one on each line. They may change everything but who owns the video, and may not delete it.',
    'Noms d’utilisateur, un par ligne. Ils peuvent tout modifier sauf les propriétaires, et ne peuvent pas supprimer la vidéo.',
  ],
  // Thumbnail
  thumbnailIs: [
    'Lists and the player show it until the video plays.',
    'Les listes et le lecteur la montrent tant que la vidéo n’est pas lancée.',
  ],
  thumbnailNow: ['The thumbnail now', 'La vignette actuelle'],
  noThumbnail: [
    'There is none yet: the encoding takes one out of the video.',
    'Il n’y en a pas encore\u00a0: l’encodage en tire une de la vidéo.',
  ],
  image: ['Another image', 'Une autre image'],
  imageHelp: (limit: string) => [
    `JPEG, PNG or WebP, at most ${limit}; 16:9 fits best.`,
    `JPEG, PNG ou WebP, au plus ${limit}\u202f; le format 16/9 convient le mieux.`,
  ],
  tooLarge: (limit: string) => [
    `This file is larger than ${limit}, the most that is taken.`,
    `Ce fichier dépasse ${limit}, le maximum accepté.`,
  ],
  useImage: ['Use this image', 'Utiliser cette image'],
  pictures: ['Pictures of the video', 'Images de la vidéo'],
  picture: (number: number) => [`Picture ${number}`, `Image ${number}`],
  usePicture: ['Use this picture', 'Utiliser cette image de la vidéo'],
  // Who may watch
  visibility: ['Visibility', 'Visibilité'],
  visibilities: {
    public: {
      word: ['Public', 'Publique'],
      means: ['Everybody, also without an account.', 'Tout le monde, même sans compte.'],
    },
    restricted: {
      word: ['Restricted', 'Restreinte'],
      means: ['Whoever signs in.', 'Les personnes connectées.'],
    },
    draft: {
      word: ['Draft', 'Brouillon'],
      means: ['Only its owners and staff.', 'Seuls ses propriétaires et l’équipe.'],
    },
  },
  groups: ['Only members of these groups', 'Seulement les membres de ces groupes'],
  groupsHelp: [
    'With none ticked, groups do not matter.',
    'Si aucun n’est coché, les groupes ne comptent pas.',
  ],
  password: ['Password', 'Mot de passe'],
  passwordIs: [
    'A password is asked for. What you type here takes its place.',
    'Un mot de passe est demandé. Ce que vous tapez ici le remplace.',
  ],
  noPasswordIs: [
    'No password is asked for. Set one, and viewers have to know it.',
    'Aucun mot de passe n’est demandé. S’il y en a un, il faut le connaître pour regarder.',
  ],
  noPassword: ['Ask for no password any more', 'Ne plus demander de mot de passe'],
  allowDownloading: ['Whoever sees it may download it', 'Qui la voit peut la télécharger'],
  shareLinks: ['Share links', 'Liens de partage'],
  shareLinksAre: [
    'Addresses that open this video to whoever has them, whatever is said above, until they expire.',
    'Adresses qui ouvrent cette vidéo à qui les connaît, quoi qu’il soit dit ci-dessus, jusqu’à leur expiration.',
  ],
  noShareLinks: ['There is none.', 'Il n’y en a pas.'],
  label: ['For whom', 'Pour qui'],
  expires: ['Expires', 'Expire le'],
  expiresHelp: (timeZone: string) => [
    `Time of ${timeZone}; left empty, in 30 days.`,
    `Heure de ${timeZone}\u202f; laissé vide, dans 30 jours.`,
  ],
  uses: ['Opened', 'Ouvertures'],
  lastUse: ['Last', 'Dernière'],
  expired: ['expired', 'expiré'],
  revoke: ['Revoke', 'Révoquer'],
  revokeNamed: (label: string) => [`Revoke the link for ${label}`, `Révoquer le lien pour ${label}`],
  makeLink: ['Make a share link', 'Créer un lien de partage'],
  linkMade: [
    'The share link is made. Copy its address now: it is not shown again.',
    'Le lien de partage est créé. Copiez son adresse maintenant\u00a0: elle n’est plus montrée ensuite.',
  ],
  copyLink: ['Copy the address', 'Copier l’adresse'],
  actions: ['Actions', 'Actions'],
  // Subtitles
  tracksAre: [
    'Subtitles and captions, one of a kind in each language. Captions also say what is heard besides speech.',
    'Sous-titres et légendes, une piste de chaque sorte par langue. Les légendes disent aussi ce qu’on entend en dehors de la parole.',
  ],
  noTracks: ['There is none yet.', 'Il n’y en a pas encore.'],
  kind: ['Kind', 'Sorte'],
  kinds: {
    subtitles: ['Subtitles', 'Sous-titres'],
    captions: ['Captions', 'Légendes'],
  },
  language: ['Language', 'Langue'],
  file: ['File', 'Fichier'],
  addTrack: ['Add a file', 'Ajouter un fichier'],
  trackHelp: (limit: string) => [
    `WebVTT (.vtt) or SubRip (.srt), at most ${limit}.`,
    `WebVTT (.vtt) ou SubRip (.srt), au plus ${limit}.`,
  ],
  add: ['Add', 'Ajouter'],
  remove: ['Delete', 'Supprimer'],
  removeTrack: (name: string) => [`Delete ${name}`, `Supprimer ${name}`],
  // Chapters
  chaptersAre: (length: string) => [
    `Where the parts of the video begin. It lasts ${length}.`,
    `Où commencent les parties de la vidéo. Elle dure ${length}.`,
  ],
  noChapters: ['There is none yet.', 'Il n’y en a pas encore.'],
  start: ['Starts at', 'Commence à'],
  startHelp: ['Such as 1:30, or 1:02:30 after an hour.', 'Par exemple 1:30, ou 1:02:30 après une heure.'],
  startOf: (title: string) => [`Start of ${title}`, `Début de ${title}`],
  titleOf: (title: string) => [`Title of ${title}`, `Titre de ${title}`],
  saveNamed: (title: string) => [`Save ${title}`, `Enregistrer ${title}`],
  addChapter: ['Add a chapter', 'Ajouter un chapitre'],
  chapterLines: ['Add several', 'En ajouter plusieurs'],
  chapterLinesAre: [
    'One on each line: where it begins, and its title, as in the description of a video elsewhere. What is there already stays.',
    'Un par ligne\u00a0: où il commence, et son titre, comme dans la description d’une vidéo ailleurs. Ce qui est déjà là reste.',
  ],
  takeChapters: ['Import them', 'Les importer'],
  chaptersAsText: ['Chapters as text', 'Chapitres en texte'],
  // Source
  sourceIs: [
    'The file that was uploaded. What plays is made of it.',
    'Le fichier qui a été envoyé. Ce qui se lit en est tiré.',
  ],
  download: ['Download it', 'La télécharger'],
  length: ['Duration', 'Durée'],
  media: {
    video: ['Video', 'Vidéo'],
    audio: ['Sound', 'Son'],
  },
  mediaKind: ['Kind', 'Sorte'],
  encoding: ['Encoding', 'Encodage'],
  layout: ['Slides and camera', 'Diapositives et caméra'],
  layoutHelp: [
    'Of a source with two pictures; a change takes effect with the next encoding.',
    'D’une source à deux images\u202f; un changement prend effet au prochain encodage.',
  ],
  encode: ['Encode it again', 'L’encoder de nouveau'],
  encodeHelp: [
    'What plays now stays until the new files are whole.',
    'Ce qui se lit maintenant reste en place jusqu’à ce que les nouveaux fichiers soient complets.',
  ],
  replace: ['Replace the source', 'Remplacer la source'],
  replaceIs: [
    'The new file is encoded at once. What plays now stays until then; chapters and subtitles stay too.',
    'Le nouveau fichier est encodé aussitôt. Ce qui se lit maintenant reste en place jusque-là\u202f; chapitres et sous-titres restent aussi.',
  ],
  newFile: ['Video or sound file', 'Fichier vidéo ou son'],
  newFileHelp: (limit: string) => [`At most ${limit}.`, `Au plus ${limit}.`],
  replaceIt: ['Replace it', 'La remplacer'],
  pause: ['Pause', 'Pause'],
  goOn: ['Go on', 'Reprendre'],
  begun: ['A part of this file was sent before.', 'Une partie de ce fichier a déjà été envoyée.'],
  lost: [
    'The connection is lost. What was sent is kept: go on when it is back, or choose the same file again within three days.',
    'La connexion est perdue. Ce qui a été envoyé est conservé\u00a0: reprenez quand elle est revenue, ou choisissez de nouveau le même fichier d’ici trois jours.',
  ],
  // Deletion
  deleteIs: (title: string) => [
    `${title} goes for good: its source, all that was made of it, its chapters, subtitles and share links. Addresses of it lead nowhere then.`,
    `${title} disparaît pour de bon\u00a0: sa source, tout ce qui en a été tiré, ses chapitres, sous-titres et liens de partage. Ses adresses ne mènent alors plus nulle part.`,
  ],
  deleteIt: ['Delete the video', 'Supprimer la vidéo'],
  deleteTitle: ['Delete this video?', 'Supprimer cette vidéo\u202f?'],
  // What has become of a form, by `?done=`
  outcomes: {
    saved: outcome('good', ['The changes are saved.', 'Les modifications sont enregistrées.']),
    thumbnail: outcome('good', ['The thumbnail is changed.', 'La vignette est changée.']),
    revoked: outcome('good', [
      'The share link opens the video no more.',
      'Le lien de partage n’ouvre plus la vidéo.',
    ]),
    repeated: outcome('info', [
      'This form was sent twice, and obeyed once.',
      'Ce formulaire a été envoyé deux fois, et exécuté une seule.',
    ]),
    'track-added': outcome('good', ['The file is added.', 'Le fichier est ajouté.']),
    'track-removed': outcome('good', [
      'The file is no longer shown with the video.',
      'Le fichier n’est plus montré avec la vidéo.',
    ]),
    'chapter-saved': outcome('good', ['The chapter is saved.', 'Le chapitre est enregistré.']),
    'chapter-added': outcome('good', ['The chapter is added.', 'Le chapitre est ajouté.']),
    'chapters-added': outcome('good', ['The chapters are added.', 'Les chapitres sont ajoutés.']),
    'chapter-removed': outcome('good', ['The chapter is deleted.', 'Le chapitre est supprimé.']),
    replaced: outcome('good', ['The source is replaced.', 'La source est remplacée.']),
    encoding: outcome('good', [
      'The video waits for its turn to be encoded.',
      'La vidéo attend son tour d’être encodée.',
    ]),
  },
});
