import { messages } from '../messages/index.ts';

/** Says how many entries a shortened list leaves out, and leads to all of them. Renders nothing for a whole list. */
export function MoreLink(props: { shown: number; of: number; what(count: number): string; href: string }) {
  const { shown, of, what, href } = props;
  if (of <= shown) return null;
  return (
    <p>
      <a href={href}>{messages.common.moreOf(what(of - shown))}</a>
    </p>
  );
}
