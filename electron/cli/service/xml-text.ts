const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for an XML element or attribute. */
export const xmlText = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign]!);
