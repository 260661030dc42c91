import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.CatalogueApi;
import org.openapitools.client.api.CatalogueApi.APIListAnimeRequest;
import org.openapitools.client.api.SearchApi;
import org.openapitools.client.api.SearchApi.APISearchAnimeRequest;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.api.WebhooksApi.APIUpdateWebhookRequest;
import org.openapitools.client.model.AnimePage;
import org.openapitools.client.model.WebhookSubscriptionChange;

/** Reads pages, lookups, changes and a selection, and changes a webhook with the generated client. */
public class Use {
  public static void main(String[] arguments) throws Exception {
    ApiClient catalog = new ApiClient();
    catalog.updateBaseUri(System.getenv("CATALOG_URL"));
    catalog.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("TOKEN")));
    var anime = new CatalogueApi(catalog);
    var page = anime.listAnime(APIListAnimeRequest.newBuilder().build()).getAnimePage();
    if (!page.getItems().get(0).getTitle().equals("A title")) throw new IllegalStateException(page.toString());
    var id = page.getItems().get(0).getId();
    var lookup = anime.listAnime(APIListAnimeRequest.newBuilder().externalId("mal:1,mal:2").build()).getAnimePage();
    if (!isOne(lookup, id) || !lookup.getNotFound().equals(List.of("mal:2"))) throw new IllegalStateException(lookup.toString());
    // This generator takes the first schema that it can read, and reads required members that are absent as null.
    var selection = anime.listAnime(APIListAnimeRequest.newBuilder().ids(id.toString()).fields("id,format").build()).getAnimePage();
    if (!isOne(selection, id) || selection.getItems().get(0).getTitle() != null) throw new IllegalStateException(selection.toString());
    var changes = anime.listAnime(APIListAnimeRequest.newBuilder().updatedSince(OffsetDateTime.parse("2026-01-01T00:00:00Z")).build()).getAnimePage();
    if (!isOne(changes, id) || changes.getUntil() == null) throw new IllegalStateException(changes.toString());
    var filtered = anime.listAnime(APIListAnimeRequest.newBuilder().format("tv,ova").season("spring").year(2024).build()).getAnimePage();
    if (!isOne(filtered, id)) throw new IllegalStateException(filtered.toString());
    var hits = new SearchApi(catalog).searchAnime(APISearchAnimeRequest.newBuilder().q("title").facets("season").build()).getAnimeSearchPage();
    if (hits.getFound() != 1 || hits.getFacets().size() != 4) throw new IllegalStateException(hits.toString());
    var application = UUID.fromString(System.getenv("APPLICATION"));
    var webhook = UUID.fromString(System.getenv("WEBHOOK"));
    // What the generator makes of a list that is left out is an empty one, unless it is told null.
    var change = new WebhookSubscriptionChange().name("changed by Java").events(null);
    var changed = new WebhooksApi(catalog).updateWebhook(APIUpdateWebhookRequest.newBuilder()
        .applicationId(application).id(webhook).ifMatch("*").webhookSubscriptionChange(change).build());
    if (!changed.getName().equals("changed by Java")) throw new IllegalStateException(changed.toString());
    System.out.println("pages, lookups, changes and a selection were read, a webhook changed");
  }

  private static boolean isOne(AnimePage page, UUID id) {
    return page.getItems().size() == 1 && page.getItems().get(0).getId().equals(id);
  }
}
