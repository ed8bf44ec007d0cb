/** Words of the saved views of the timeline. */
export const viewMessages = {
  views: {
    title: 'Views',
    none: 'No view is saved yet.',
    save: 'Save these filters …',
    saveTitle: 'Save these filters as a view',
    saveNote:
      'Plinth keeps the filters with its settings on this computer, also the text that you searched for.',
    name: 'Name',
    submit: 'Save view',
    saved: (name: string) => `The view “${name}” is saved.`,
    removed: (name: string) => `The view “${name}” is removed.`,
    remove: (name: string) => `Remove the view “${name}”`,
    view: 'View',
  },
} as const;
