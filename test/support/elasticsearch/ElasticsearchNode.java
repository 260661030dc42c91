import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.http.HttpServerTransport;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginsLoader;
import org.elasticsearch.transport.TransportService;

/**
 * One Elasticsearch node in the foreground: ElasticsearchNode MODULES HOME [setting=value ...].
 * Prints one line, {@code listening HTTP TRANSPORT}, once both addresses are bound. Ends on SIGTERM and, when the property
 * {@code stop.with.stdin} is set, at the end of standard input: so a killed test run leaves no server behind.
 */
public final class ElasticsearchNode {
  private ElasticsearchNode() {}

  public static void main(String[] arguments) throws Exception {
    Path modules = Path.of(arguments[0]).toAbsolutePath();
    Path home = Path.of(arguments[1]).toAbsolutePath();
    Settings.Builder settings = Settings.builder().put("path.home", home.toString());
    for (int i = 2; i < arguments.length; i++) {
      int equals = arguments[i].indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("expected setting=value, got " + arguments[i]);
      }
      settings.put(arguments[i].substring(0, equals), arguments[i].substring(equals + 1));
    }
    Settings built = settings.build();
    LogConfigurator.configureWithoutConfig(built);
    PluginsLoader plugins =
        PluginsLoader.createPluginsLoader(
            PluginsLoader.loadModulesBundles(modules),
            PluginsLoader.loadPluginsBundles(home.resolve("plugins")),
            Map.of(),
            false);
    Node node = new Node(new Environment(built, home.resolve("config")), plugins);

    CountDownLatch closed = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node, closed), "close-node"));
    node.start();
    System.out.println(
        "listening "
            + node.injector().getInstance(HttpServerTransport.class).boundAddress().publishAddress()
            + " "
            + node.injector().getInstance(TransportService.class).boundAddress().publishAddress());
    if (Boolean.getBoolean("stop.with.stdin")) {
      Thread watch = new Thread(ElasticsearchNode::exitAtEndOfInput, "watch-stdin");
      watch.setDaemon(true);
      watch.start();
    }
    closed.await();
  }

  private static void close(Node node, CountDownLatch closed) {
    try {
      node.close();
    } catch (IOException failure) {
      failure.printStackTrace();
    }
    closed.countDown();
  }

  private static void exitAtEndOfInput() {
    try {
      while (System.in.read() >= 0) {
        continue;
      }
    } catch (IOException failure) {
      failure.printStackTrace();
    }
    System.exit(0);
  }
}
