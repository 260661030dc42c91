import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.CatalogueApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.WebhookSubscriptionChange;

/** Reads a page and changes a webhook with the generated client. */
public class Use {
  public static void main(String[] arguments) throws Exception {
    ApiClient catalog = new ApiClient();
    catalog.updateBaseUri(System.getenv("CATALOG_URL"));
    catalog.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + System.getenv("TOKEN")));
    var page = new CatalogueApi(catalog).listAnime(null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null);
    if (!page.getItems().get(0).getTitle().equals("A title")) throw new IllegalStateException(page.toString());
    var application = UUID.fromString(System.getenv("APPLICATION"));
    var webhook = UUID.fromString(System.getenv("WEBHOOK"));
    // What the generator makes of a list that is left out is an empty one, unless it is told null.
    var change = new WebhookSubscriptionChange().name("changed by Java").events(null);
    var changed = new WebhooksApi(catalog).updateWebhook(application, webhook, "*", change);
    if (!changed.getName().equals("changed by Java")) throw new IllegalStateException(changed.toString());
    System.out.println("a page was read, a webhook changed");
  }
}
