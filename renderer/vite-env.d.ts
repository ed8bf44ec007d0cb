/// <reference types="vite/client" />

/** The licences of the packages that Plinth ships. The build of the window writes it. */
declare module 'virtual:third-party-notices' {
  const text: string;
  export default text;
}
