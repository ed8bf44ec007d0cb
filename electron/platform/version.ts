import packageJson from '../../package.json' with { type: 'json' };

export const PLINTH_VERSION: string = packageJson.version;
