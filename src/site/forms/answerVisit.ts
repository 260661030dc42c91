import type { AccountPage, Visit } from './visit.ts';

/** A form that a person sent from a page of her session. */
export interface SentForm {
  readonly name: string;
  readonly fields: URLSearchParams;
  /** Whether it is sent for the first time: a repeated form must change nothing. */
  readonly isFirst: boolean;
}

/** The name of the form to which a fault in the query belongs; a page without that form is refused as a whole. */
export const QUERY = 'query';

/** The answer to a visit: a page, or a redirect. */
export type Answer = { readonly status: number; readonly html: string } | { readonly to: string };

interface VisitOptions {
  readonly page: ReturnType<AccountPage['prepare']>;
  readonly newVisit: () => Visit;
  /** Reads the submitted form; null without one. */
  readonly read: (() => Promise<SentForm>) | null;
  /** The refusal that the page itself shows; null for any other error. */
  readonly refusalOf: (error: unknown) => { readonly status: number; readonly message: string } | null;
}

/**
 * Renders a page, or runs its form, once.
 * @returns null for a form that the page does not have
 */
export async function answerVisit({ page, newVisit, read, refusalOf }: VisitOptions): Promise<Answer | null> {
  const visit = newVisit();
  // A new visit: the loaders of the first hold the state before the form changed it.
  const show = async (status: number, more: Partial<Visit> = {}): Promise<Answer> => ({
    status,
    html: await page.render({ ...newVisit(), ...more }),
  });
  if (read === null) {
    try {
      return { status: 200, html: await page.render(visit) };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.status !== 400) throw error;
      return await show(400, {
        fault: { form: QUERY, message: refusal.message, fields: new URLSearchParams(visit.texts) },
      });
    }
  }
  const sent = await read();
  const form = Object.hasOwn(page.forms, sent.name) ? page.forms[sent.name] : undefined;
  if (form === undefined) return null;
  const refuse = (status: number, message: string) =>
    show(status, { fault: { form: sent.name, message, fields: sent.fields } });
  if (!sent.isFirst) {
    const why = sent.fields.has('number') ? 'Already submitted' : 'Open the page again, the form has no number';
    return await refuse(409, `${why}: nothing was changed this time.`);
  }
  try {
    const outcome = await form(visit, sent.fields);
    return 'to' in outcome ? outcome : await show(200, { notice: outcome.notice });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return await refuse(refusal.status, refusal.message);
  }
}
