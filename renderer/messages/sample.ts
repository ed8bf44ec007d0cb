/** Words of the sample data. */
export const sampleMessages = {
  sample: {
    show: 'See it with sample data',
    title: 'Sample data',
    text: 'All of this is made up. Your own record is not shown, and nothing here is added to it.',
    remove: 'Remove sample data',
    windowTitle: (title: string) => `Sample data: ${title}`,
  },
} as const;
