import type { AccountPage, Visit } from './visit.ts';

/** A form that a person sent from a page of her session. */
export interface SentForm {
  readonly name: string;
  readonly fields: URLSearchParams;
  /** Whether it was never sent before: the second time it must change nothing. */
  readonly isFirst: boolean;
}

/** The form of a fault in the page's query: a page that has no filter to show it in is refused as a whole. */
export const QUERY = 'query';

/** What a page answers: itself, or where the browser goes on. */
export type Answer = { readonly status: number; readonly html: string } | { readonly to: string };

interface VisitOptions {
  readonly page: ReturnType<AccountPage['prepare']>;
  readonly newVisit: () => Visit;
  /** Reads the form that was sent; null where none was. */
  readonly read: (() => Promise<SentForm>) | null;
  /** How the page itself says why its form changed nothing; null for an error that it does not show. */
  readonly refusalOf: (error: unknown) => { readonly status: number; readonly message: string } | null;
}

/**
 * Shows a page, or does what its form asks, once.
 * @returns null for a form that the page does not have
 */
export async function answerVisit({ page, newVisit, read, refusalOf }: VisitOptions): Promise<Answer | null> {
  const visit = newVisit();
  // A visit of its own: the loaders of the first hold what was there before a form changed it.
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
  if (!sent.isFirst)
    return await refuse(409, 'This form was sent before, or has no number: nothing was changed this time.');
  try {
    const outcome = await form(visit, sent.fields);
    return 'to' in outcome ? outcome : await show(200, { notice: outcome.notice });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return await refuse(refusal.status, refusal.message);
  }
}
